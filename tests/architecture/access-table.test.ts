import { describe, expect, it } from "vitest";
import { actionOf, ACTIONS } from "../support/access/actions";
import { differences } from "../support/access/expected";
import { handlerOf, HANDLERS } from "../support/access/handlers";
import { listActions, listHandlers } from "../support/access/subjects";

describe("the access table", () => {
  it("has a line for every server action, and no line without one", () => {
    expect(listActions().length).toBeGreaterThan(50);
    expect(differences(listActions(), Object.keys(ACTIONS).map(actionOf))).toEqual({ withoutLine: [], withoutSubject: [] });
  });

  it("has a line for every method of every route handler, and no line without one", () => {
    expect(listHandlers().length).toBeGreaterThan(20);
    expect(differences(listHandlers(), Object.keys(HANDLERS).map(handlerOf))).toEqual({ withoutLine: [], withoutSubject: [] });
  });
});
