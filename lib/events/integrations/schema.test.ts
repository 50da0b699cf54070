import { describe, expect, it } from "vitest";
import { addDays, brazilianDay } from "../../platform/dates";
import { apiQuerySchema, bearerSchema, cursorOf, tokenSchema, webhookSchema } from "./schema";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("the parameters of the API", () => {
  it("have a page of 100 rows without any", () => {
    expect(apiQuerySchema.parse({})).toEqual({ limit: 100 });
  });

  it("read the cursor of a page, with microseconds", () => {
    const place = { at: "2026-11-30T02:00:00.123456+00:00", id: ID };
    expect(apiQuerySchema.parse({ cursor: cursorOf(place), limit: "500", format: "csv" })).toEqual({
      cursor: place,
      limit: 500,
      format: "csv",
    });
  });

  it.each([
    { cursor: "" },
    { cursor: "x" },
    { cursor: Buffer.from(`2026-11-30 ${ID}`).toString("base64url") },
    { cursor: Buffer.from("2026-11-30T02:00:00Z 1").toString("base64url") },
    { cursor: `${cursorOf({ at: "2026-11-30T02:00:00Z", id: ID })}==` },
    { limit: "0" },
    { limit: "501" },
    { limit: "1.5" },
    { format: "xml" },
  ])("%j is refused", (query) => expect(apiQuerySchema.safeParse(query).success).toBe(false));
});

describe("the header of a token", () => {
  const token = `lcb_${"a-_Z".repeat(10)}abc`;

  it.each([`Bearer ${token}`, `bearer ${token}`])("%s is read", (header) => {
    expect(bearerSchema.parse(header)).toBe(token);
  });

  it.each([token, `Basic ${token}`, `Bearer ${token}x`, "Bearer ", `Bearer lcb_${"a".repeat(42)}`])(
    "%s is refused",
    (header) => expect(bearerSchema.safeParse(header).success).toBe(false),
  );
});

describe("the form of a token", () => {
  const today = brazilianDay(Date.now());
  const form = (changes: Record<string, string> = {}, columns: readonly string[] = ["name", "status"]) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ event: ID, name: "Planilha", last_day: today, ...changes }))
      data.set(name, value);
    for (const column of columns) data.append("registration_columns", column);
    return tokenSchema.safeParse(data);
  };

  it("reads the ticked columns", () => {
    expect(form().data).toEqual({
      event: ID,
      name: "Planilha",
      registration_columns: ["name", "status"],
      checkin_columns: [],
      last_day: today,
    });
  });

  it.each([
    ["without columns", {}, []],
    ["with an unknown column", {}, ["answers"]],
    ["without a name", { name: " " }, undefined],
    ["that ended yesterday", { last_day: addDays(today, -1) }, undefined],
    ["that ends after 400 days", { last_day: addDays(today, 400) }, undefined],
  ])("is refused %s", (_, changes, columns) => expect(form(changes, columns).success).toBe(false));

  it("ends after at most 400 days", () => expect(form({ last_day: addDays(today, 399) }).success).toBe(true));
});

describe("the form of a webhook", () => {
  const form = (url: string, kinds: readonly string[]) => {
    const data = new FormData();
    data.set("event", ID);
    data.set("url", url);
    for (const kind of kinds) data.append("kinds", kind);
    return webhookSchema.safeParse(data);
  };

  it("writes the address as a browser does", () => {
    expect(form(" https://Exemplo.org ", ["payment"]).data).toEqual({
      event: ID,
      url: "https://exemplo.org/",
      kinds: ["payment"],
    });
  });

  it("needs a kind and https", () => {
    expect(form("https://exemplo.org/", []).error?.issues[0]?.message).toBe("choiceMissing");
    expect(form("http://exemplo.org/", ["payment"]).error?.issues[0]?.message).toBe("addressInvalid");
  });
});
