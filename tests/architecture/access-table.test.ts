import { describe, expect, it } from "vitest";
import { actionOf, ACTIONS } from "../support/access/actions";
import { differences } from "../support/access/expected";
import { handlerOf, HANDLERS } from "../support/access/handlers";
import { listActions, listHandlers } from "../support/access/subjects";

describe("access table", () => {
  it("has an entry for every server action and no other entries", () => {
    expect(listActions().length).toBeGreaterThan(50);
    expect(differences(listActions(), Object.keys(ACTIONS).map(actionOf))).toEqual({
      withoutLine: [],
      withoutSubject: [],
    });
  });

  it("has an entry for every method of every route handler and no other entries", () => {
    expect(listHandlers().length).toBeGreaterThan(20);
    expect(differences(listHandlers(), Object.keys(HANDLERS).map(handlerOf))).toEqual({
      withoutLine: [],
      withoutSubject: [],
    });
  });
});
