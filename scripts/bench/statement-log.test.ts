import { describe, expect, it } from "vitest";
import { parametersOf, statementsOf } from "./statement-log";

const LOG = `2026-11-21 08:59:52.854 UTC [12] LOG:  execute <unnamed>: select "name"
  from "regions" where "state_abbr" = $1
2026-11-21 08:59:52.855 UTC [12] DETAIL:  Parameters: $1 = 'SC'
2026-11-21 08:59:52.856 UTC [12] LOG:  statement: begin
2026-11-21 08:59:52.857 UTC [12] LOG:  execute s1: select set_config('role', $1, true)
2026-11-21 08:59:52.858 UTC [12] WARNING:  something else
`;

describe("Postgres statement log", () => {
  it("returns the read statements with their parameters", () => {
    expect(statementsOf(LOG)).toEqual([
      { text: 'select "name"\n  from "regions" where "state_abbr" = $1', parameters: ["SC"] },
    ]);
  });

  it("parses parameters written as SQL literals", () => {
    expect(parametersOf("Parameters: $1 = 'it''s', $2 = NULL, $3 = '7'")).toEqual(["it's", null, "7"]);
  });
});
