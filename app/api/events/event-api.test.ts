import { beforeEach, describe, expect, it, vi } from "vitest";
import { openToken, readApiPage } from "@/lib/events/integrations/queries";
import { cursorOf } from "@/lib/events/integrations/schema";
import { AppError } from "@/lib/platform/error";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { at } from "@/tests/support/handler-requests";
import { GET as getCheckins } from "./[event]/check-ins/route";
import { GET as getRegistrations } from "./[event]/registrations/route";

vi.mock("@/lib/platform/failed-attempts/mutations", () => ({
  countFailedAttempt: vi.fn<typeof countFailedAttempt>(),
}));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({}) }));
vi.mock("@/lib/events/integrations/queries", () => ({
  openToken: vi.fn<typeof openToken>(),
  readApiPage: vi.fn<typeof readApiPage>(),
}));

const TOKEN = `lcb_${"t".repeat(43)}`;
const EVENT = "0f8fad5b-d9cb-469f-a165-70867728950e";
const OPENED = { id: "token", event_id: EVENT, registration_columns: ["name", "people"], checkin_columns: [] };
const NEXT = { at: "2026-11-30T02:00:00.5+00:00", id: EVENT };
const ROW = { id: "1", name: "=Ana()", people: 2 };

type Asked = { query?: string; event?: string; token?: string | null; accept?: string };

function ask(
  { query = "", event = EVENT, token = TOKEN, accept }: Asked = {},
  handler: typeof getRegistrations = getRegistrations,
) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(accept && { accept }) };
  return handler(new Request(`http://localhost/api/events/${event}/registrations${query}`, { headers }), at({ event }));
}
const limit = (rule: string) =>
  vi.mocked(takeAttempt).mockImplementation(async (taken) => {
    if (taken === rule) throw new AppError("rate.limited", { retryAfter: 7 });
  });

beforeEach(() => {
  vi.mocked(takeAttempt).mockReset();
  vi.mocked(countFailedAttempt).mockReset();
  vi.mocked(openToken).mockReset().mockResolvedValue(OPENED);
  vi.mocked(readApiPage)
    .mockReset()
    .mockResolvedValue({ rows: [ROW], next: NEXT });
});

describe("the read API of an event", () => {
  it("answers a page as JSON that nobody stores, with the cursor of the next one", async () => {
    const response = await ask();
    expect(await response.json()).toEqual({ data: [ROW], next: cursorOf(NEXT) });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("x-next-cursor")).toBe(cursorOf(NEXT));
    expect(vi.mocked(readApiPage).mock.calls[0]!.slice(1)).toEqual([
      "registrations",
      { token: TOKEN, event: EVENT, after: undefined, most: 100 },
    ]);
  });

  it("continues after a cursor", async () => {
    await ask({ query: `?cursor=${cursorOf(NEXT)}&limit=2` });
    expect(vi.mocked(readApiPage).mock.calls[0]![2]).toMatchObject({ after: NEXT, most: 2 });
  });

  it.each([
    ["the parameter", { query: "?format=csv" }],
    ["the header", { accept: "text/csv" }],
  ])("answers CSV without formulas because of %s", async (_, asked) => {
    const response = await ask(asked);
    expect(await response.text()).toBe("id,name,people\r\n1,'=Ana(),2\r\n");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  });

  it("answers JSON when the parameter differs from the header", async () => {
    const response = await ask({ query: "?format=json", accept: "text/csv" });
    expect(response.headers.get("content-type")).toContain("application/json");
  });

  it("refuses a request without a token, which is no guess", async () => {
    const response = await ask({ token: null });
    expect([response.status, await response.json()]).toEqual([401, { code: "auth.required" }]);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(countFailedAttempt).not.toHaveBeenCalled();
  });

  it("refuses an unknown token and counts it, up to a number", async () => {
    vi.mocked(openToken).mockResolvedValue(null);
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([401, { code: "auth.required" }]);
    expect(countFailedAttempt).toHaveBeenCalledExactlyOnceWith({}, "event_api", "192.0.2.1");
    limit("eventApiRefused");
    expect((await ask()).status).toBe(429);
    expect(readApiPage).not.toHaveBeenCalled();
  });

  it("never passes on what has not the form of a token", async () => {
    await ask({ token: "x" });
    expect(vi.mocked(openToken).mock.calls[0]![1]).toBe("");
  });

  it("does not find another event", async () => {
    const response = await ask({ event: "00000000-0000-4000-8000-000000000001" });
    expect([response.status, await response.json()]).toEqual([404, { code: "not_found" }]);
    expect(readApiPage).not.toHaveBeenCalled();
  });

  it("refuses a resource of which no column was ticked", async () => {
    const response = await ask({}, getCheckins);
    expect([response.status, await response.json()]).toEqual([403, { code: "access.permission" }]);
    expect(readApiPage).not.toHaveBeenCalled();
  });

  it("limits a token, and says when to come back", async () => {
    limit("eventApiToken");
    const response = await ask();
    expect([response.status, await response.json()]).toEqual([429, { code: "rate.limited" }]);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(vi.mocked(takeAttempt).mock.calls).toContainEqual(["eventApiToken", "token"]);
  });

  it("refuses a parameter that does not fit", async () => {
    const response = await ask({ query: "?limit=0" });
    expect([response.status, await response.json()]).toEqual([400, { code: "input.invalid" }]);
  });

  it("refuses a token that was revoked while it was used", async () => {
    vi.mocked(readApiPage).mockResolvedValue(null);
    expect((await ask()).status).toBe(401);
  });
});
