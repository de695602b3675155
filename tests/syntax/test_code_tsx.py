"""Tsx: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """import React, { useState } from 'react';

interface Props { title: string; onPick?: (id: number) => void }

/** Shows a list. */
export const List: React.FC<Props> = ({ title, onPick }) => {
  const [open, setOpen] = useState<boolean>(false);
  const toggle = () => setOpen(!open);
  return (
    <Panel.Body title={title} onClick={toggle}>
      Some Text Here
      <Row key={1} />
    </Panel.Body>
  );
};

export default function App() {
  return <List title="a" />;
}
"""

EXPECTED = """
- interface Props | interface Props
    - | { title: string; onPick?…r) => void }
- field Props.title | title: string
- field Props.onPick | onPick?: (id: number) => void
function List | const List: React.FC<Props> = ({ title, onPick })
    /** Shows a list. */ | { const [open, setOpen] …l.Body> ); }
- function List.toggle | const toggle = ()
    - | setOpen(!open)
function App | function App()
    - | { return <List title="a" />; }

read React in List
type React.FC in List
type Props in List
call useState in List
call setOpen in List.toggle
read Panel in List
read Panel.Body in List
read Row in List
read Panel in List
read Panel.Body in List
read List in App

react: default as React, useState

module: -
"""


def test_a_realistic_file() -> None:
    assert report("sample.tsx", SAMPLE) == EXPECTED.lstrip()
