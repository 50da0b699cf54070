import { describe, expect, it } from "vitest";
import { followLink, followOfLink } from "./queries";

const ID = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";

describe("the link of a follow", () => {
  it("names its follow", () => {
    expect(followOfLink(followLink(ID))).toBe(ID);
  });

  it.each([
    ["another id", followLink(ID).replace(/^3/, "4")],
    ["another signature", `${ID}.${"A".repeat(43)}`],
    ["no signature", ID],
    ["a longer signature", `${followLink(ID)}A`],
    ["upper case", followLink(ID).toUpperCase()],
    ["nothing", ""],
  ])("is refused with %s", (_, link) => {
    expect(followOfLink(link)).toBeNull();
  });
});
