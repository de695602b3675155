import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Life, NoServer, type Ended, type News, type Opened, type State } from '../../../src/server/life';

const KILLED: Ended = { code: null, signal: 'SIGKILL', tail: [] };
interface Status { message?: string; quiescent: boolean }
class Process {
  alive = true;
  stopped = 0;
  constructor(readonly number: number, readonly news: News<Process, Status>) {}
  async stop(): Promise<void> { this.stopped++; this.alive = false; }
  /** As `kill -9` does: it is gone now, the news comes when it comes. */
  kill(): void { this.alive = false; }
  tell(): void { this.news.ended(KILLED, this); }
}

/** A window whose servers the test starts by hand: each start waits in `starts` until it is told how it goes. */
function window(refusal: () => { phase: 'noFolder'; detail: string } | undefined = () => undefined) {
  const starts: { go: (how?: Opened<Process>) => Process; off: AbortSignal }[] = [], seen: State<Status>[] = [];
  const life = new Life<Process, Status>({
    refusal, log: () => undefined, changed: state => seen.push(state),
    open: (news, off) => new Promise(done => {
      const made = new Process(starts.length + 1, news);
      off.addEventListener('abort', () => done({ refused: 'failed', detail: 'killed by us' }));
      starts.push({ off, go: how => { done(how ?? { ready: made }); return made; } });
    }),
  }, 1);
  const started = async (count: number) => {
    for (const end = Date.now() + 10_000; starts.length < count;) {
      if (Date.now() > end) throw new Error(`${starts.length} starts, not ${count}; ${JSON.stringify(life.state)}`);
      await new Promise(done => setTimeout(done, 1));
    }
    return starts[count - 1]!;
  };
  return { life, starts, started, seen, phases: () => seen.map(state => state.phase) };
}

test('wanted by many, started once', async () => {
  const { life, starts, started, phases } = window();
  const all = [life.connect(), life.connect(), life.connect()];
  (await started(1)).go();
  assert.deepEqual((await Promise.all(all)).map(one => one.number), [1, 1, 1]);
  assert.equal(starts.length, 1);
  assert.deepEqual(phases(), ['starting', 'running']);
});

test('killed before it is ready, twice in a row: who waits gets the third', async () => {
  const { life, started, phases } = window();
  const waiting = life.connect();
  (await started(1)).go({ killed: KILLED });
  (await started(2)).go({ killed: KILLED });
  (await started(3)).go();
  assert.equal((await waiting).number, 3);
  assert.deepEqual(phases(), ['starting', 'waiting', 'starting', 'waiting', 'starting', 'running']);
});

test('killed while it runs: started again by itself', async () => {
  const { life, started, phases } = window();
  const waiting = life.connect();
  const first = (await started(1)).go();
  await waiting;
  first.kill();
  first.tell();
  (await started(2)).go();
  assert.equal((await life.connect()).number, 2);
  assert.deepEqual(phases(), ['starting', 'running', 'waiting', 'starting', 'running']);
});

test('wanted between the kill and the news of it: one new server, which the news does not touch', async () => {
  const { life, starts, started } = window();
  const waiting = life.connect();
  const first = (await started(1)).go();
  await waiting;
  first.kill();
  const wanted = life.connect();
  const start = await started(2);
  first.tell();                                              // while the second one starts
  start.go();
  assert.equal((await wanted).number, 2);
  first.tell();                                              // and late
  await new Promise(done => setTimeout(done, 20));
  assert.equal(starts.length, 2);
  assert.equal(life.running?.number, 2);
  assert.equal(life.state.phase, 'running');
});

test('wanted while it waits to be started again: one new server', async () => {
  const { life, starts, started } = window();
  const waiting = life.connect();
  const first = (await started(1)).go();
  await waiting;
  first.kill();
  first.tell();
  assert.equal(life.state.phase, 'waiting');
  const wanted = life.connect();
  (await started(2)).go();
  assert.equal((await wanted).number, 2);
  await new Promise(done => setTimeout(done, 20));
  assert.equal(starts.length, 2);
});

test('a start that hangs is given up by a restart, and who waited gets the new server', async () => {
  const { life, started } = window();
  const waiting = life.connect();
  const hanging = await started(1);
  const again = life.restart();
  (await started(2)).go();
  assert.ok(hanging.off.aborted);
  assert.equal((await again).number, 2);
  assert.equal((await waiting).number, 2);
});

test('restarts at once are one after the other, and nothing of the old ones runs', async () => {
  const { life, started } = window();
  const waiting = life.connect();
  const first = (await started(1)).go();
  await waiting;
  const both = [life.restart(), life.restart()];
  const second = (await started(2)).go();
  (await started(3)).go();
  await Promise.all(both);
  assert.deepEqual([first.alive, second.alive, life.running?.number], [false, false, 3]);
});

test('five deaths are enough, whether it was ready or not; who asks then is told; who restarts begins anew', async () => {
  const { life, started } = window();
  const waiting = life.connect();
  (await started(1)).go({ killed: KILLED });
  for (let i = 2; i <= 4; i++) {
    const one = (await started(i)).go();
    await life.connect();
    one.kill();
    one.tell();
  }
  await waiting;
  const told = (error: NoServer) => error.phase === 'failed' && /died 5 times .* by SIGKILL: out of memory/.test(error.message);
  const asked = assert.rejects(life.connect(), told);
  (await started(5)).go({ killed: { ...KILLED, tail: ['out of memory'] } });
  await asked;
  assert.equal(life.state.phase, 'failed');
  const again = life.restart();
  (await started(6)).go({ killed: KILLED });
  (await started(7)).go();
  assert.equal((await again).number, 7);
});

test('what cannot be started is said, and tried anew when it is wanted again', async () => {
  const { life, started, starts } = window();
  const waiting = life.connect();
  (await started(1)).go({ refused: 'missing', detail: 'not found' });
  await assert.rejects(waiting, (error: NoServer) => error.phase === 'missing' && error.message === 'not found');
  await new Promise(done => setTimeout(done, 20));
  assert.equal(starts.length, 1);
  const again = life.connect();
  (await started(2)).go();
  await again;
  assert.equal(life.state.phase, 'running');
});

test('without a folder nothing is started', async () => {
  const { life, starts } = window(() => ({ phase: 'noFolder', detail: 'no folder' }));
  await assert.rejects(life.connect(), (error: NoServer) => error.phase === 'noFolder');
  assert.ok(life.refuse());
  assert.equal(starts.length, 0);
});

test('the status of a server that is not the window\'s is not shown', async () => {
  const { life, started } = window();
  const waiting = life.connect();
  const first = (await started(1)).go();
  await waiting;
  first.news.status({ message: 'one', quiescent: true });
  assert.equal(life.state.detail, 'one');
  first.kill();
  first.tell();
  first.news.status({ message: 'late', quiescent: true });
  assert.equal(life.state.phase, 'waiting');
  (await started(2)).go();
  await life.connect();
  first.news.status({ message: 'late', quiescent: true });
  assert.deepEqual([life.state.phase, life.state.detail], ['running', '']);
});

test('the window closes while a server starts, runs or waits: none is left and none comes after', async () => {
  for (const moment of ['starts', 'runs', 'waits']) {
    const { life, started, starts } = window();
    const waiting = life.connect();
    const start = await started(1);
    const refused = moment === 'starts' ? assert.rejects(waiting, NoServer) : waiting;
    const made = moment === 'starts' ? undefined : start.go();
    if (made) await waiting;
    if (moment === 'waits') { made?.kill(); made?.tell(); }
    await life.end();
    await refused;
    await assert.rejects(life.connect(), NoServer);
    await new Promise(done => setTimeout(done, 20));
    assert.equal(starts.length, 1, moment);
    assert.ok(!life.running, moment);
  }
});
