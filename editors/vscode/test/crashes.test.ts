import assert from "node:assert/strict";
import test from "node:test";
import { Crashes } from "../src/crashes";

test("five crashes within three minutes are too many", () => {
  const minute = 60_000;
  const often = new Crashes();
  assert.deepEqual(
    [0, 0.5, 1, 1.5, 2].map((time) => often.tooMany(time * minute)),
    [false, false, false, false, true],
  );
  const seldom = new Crashes();
  for (let time = 0; time < 20; time++) {
    assert.equal(seldom.tooMany(time * minute), false);
  }
});
