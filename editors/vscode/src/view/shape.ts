// What a value from outside must look like before anybody touches it. A shape is a type guard made of smaller ones; keys that a
// record does not name are let be, so that a newer server's answer still shows.

export type Shape<T> = (value: unknown) => value is T;

const LONGEST = 400_000; // characters of one text
const MOST = 5_000; // items of one list

export function text(longest = LONGEST): Shape<string> {
  return (value): value is string => typeof value === 'string' && value.length <= longest;
}

/** Every number that JSON can hold. */
export const number: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);

/** A whole number from 0, as offsets, lines and ids are. */
export const count: Shape<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export const truth: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';

export function word<const T extends string>(...words: readonly T[]): Shape<T> {
  return (value): value is T => typeof value === 'string' && (words as readonly string[]).includes(value);
}

export function list<T>(item: Shape<T>, most = MOST): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.length <= most && value.every(item);
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || shape(value);
}

export function perhaps<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

export function record<T extends object>(fields: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> {
  const shapes = Object.entries(fields) as [string, Shape<unknown>][];
  return (value): value is T =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && shapes.every(([name, fits]) => fits(own(value, name)));
}

export function either<A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  return (value): value is A | B => a(value) || b(value);
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
