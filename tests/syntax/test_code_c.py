"""C: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = r"""/*
 * Queues of jobs.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdio.h>
#include "job.h"

#define QUEUE_MAX 16 /* entries */
#define QUEUE_NEXT(q, i) \
    (((i) + 1) % (q)->size)

/** A job. */
struct job {
    int id;              /**< its number */
    char *name[4];
    void (*run)(struct job *);
    unsigned flags : 3;
};

typedef struct {
    struct job *first;
    size_t size;
} queue_t;

typedef struct node node_t;
typedef struct node { struct node *next; } *node_p;
typedef int (*compare_fn)(const void *, const void *);

enum color { RED, GREEN = 2 };

union value { int i; float f; };

extern int queue_count;
static const char *names[] = { "a", "b" }, other;
struct config { int depth; } config;

int queue_push(queue_t *q, struct job *j);

/* Pops one. */
static struct job *queue_pop(queue_t *q)
{
    int local = QUEUE_MAX;
    struct job *j = q->first;
    free(j->name);
    q->ops.drop(j, compare);
    return j;
}

int compare(const void *a, const void *b) { return 0; }

#ifdef DEBUG
void queue_dump(queue_t *q);
#endif

#endif
"""

EXPECTED = """
macro QUEUE_MAX | #define QUEUE_MAX 16
    /* entries */ | -
macro QUEUE_NEXT | #define QUEUE_NEXT(q, i)
struct job | struct job
    /** A job. */ | { int id; /**< its numbe…flags : 3; }
field job.id | int id
    /**< its number */ | -
field job.name | char *name[4]
field job.run | void (*run)(struct job *)
field job.flags | unsigned flags : 3
struct queue_t | typedef struct queue_t
    - | { struct job *first; size_t size; }
field queue_t.first | struct job *first
field queue_t.size | size_t size
type node_t | typedef struct node node_t
struct node | struct node
    - | { struct node *next; }
field node.next | struct node *next
type node_p | typedef struct node *node_p
type compare_fn | typedef int (*compare_fn)(const void *, const void *)
enum color | enum color
    - | { RED, GREEN = 2 }
enum_member color.RED | RED
enum_member color.GREEN | GREEN = 2
union value | union value
    - | { int i; float f; }
field value.i | int i
field value.f | float f
variable queue_count | extern int queue_count
- variable names | static const char *names[] = { "a", "b" }
- variable other | static const char *names[] = { "a", "b" }, other
struct config | struct config
    - | { int depth; }
field config.depth | int depth
variable config | struct config { int depth; } config
function queue_push | int queue_push(queue_t *q, struct job *j)
- function queue_pop | static struct job *queue_pop(queue_t *q)
    /* Pops one. */ | { int local = QUEUE_MAX;… return j; }
function compare | int compare(const void *a, const void *b)
    - | { return 0; }
function queue_dump | void queue_dump(queue_t *q)

read QUEUE_H in -
read QUEUE_H in -
read ().size in QUEUE_NEXT
type job in job.run
type job in queue_t.first
type node in node_t
type node in node.next
type queue_t in queue_push
type job in queue_push
type job in queue_pop
type queue_t in queue_pop
read QUEUE_MAX in queue_pop
type job in queue_pop
read q.first in queue_pop
call free in queue_pop
read j.name in queue_pop
read q.ops in queue_pop
call q.ops.drop in queue_pop
read compare in queue_pop
read DEBUG in -
type queue_t in queue_dump

stdio.h:
job.h:

module: /* * Queues of jobs. */
"""


def test_a_realistic_file() -> None:
    assert report("sample.c", SAMPLE) == EXPECTED.lstrip()
