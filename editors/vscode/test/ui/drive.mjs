// A person uses Helix Ask in a real workbench.
//   node drive.mjs <day|keeping|meaning|hostile|restricted> '{"port", "out", "workspace", "profile", "cache", ...}'
// Prints a line for each flow and keeps a picture of what was seen in `out`. Exit code 0: every flow went as it should.
import { Desk } from './desk.mjs';

const STORIES = {
  day: ['asking', 'looking', 'documents', 'trouble'],
  keeping: ['keeping'],
  meaning: ['meaning'],
  hostile: ['hostile'],
  restricted: ['restricted'],
};

const [story, given] = process.argv.slice(2);
const place = JSON.parse(given);
const desk = await Desk.at(place.port, place.out, place.profile);
for (const name of STORIES[story]) {
  const { flows } = await import(`./flows/${name}.mjs`);
  await flows(desk, place);
}
await desk.done();
