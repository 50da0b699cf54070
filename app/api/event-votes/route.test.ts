import { beforeEach, describe, expect, it, vi } from "vitest";
import { castVote } from "@/lib/events/votes/mutations";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { POST } from "./route";

vi.mock("@/lib/platform/failed-attempts/mutations", () => ({ countFailedAttempt: async () => undefined }));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({}) }));
vi.mock("@/lib/events/votes/mutations", () => ({ castVote: vi.fn<typeof castVote>() }));

const VEHICLE = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const send = (body: BodyInit) => POST(new Request("http://localhost/api/event-votes", { method: "POST", body }));
const vote = (ticket: string) => send(JSON.stringify({ vehicle: VEHICLE, ticket }));

beforeEach(() => {
  vi.mocked(castVote).mockReset().mockResolvedValue("counted");
  vi.mocked(takeAttempt).mockReset();
});

describe("a vote", () => {
  it("is answered with what the database decided", async () => {
    const response = await vote("LCE1AAAA");
    expect([response.status, await response.json()]).toEqual([200, { answer: "counted" }]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each(["unknown_ticket", "replaced_badge"] as const)("that is refused as %s counts as a guess", async (result) => {
    vi.mocked(castVote).mockResolvedValue(result);
    vi.mocked(takeAttempt).mockImplementation(async (rule) => {
      if (rule === "voteRefused") throw new AppError("rate.limited");
    });
    expect((await vote("LCE1AAAA")).status).toBe(429);
  });

  it("is not taken when the caller sent too many", async () => {
    vi.mocked(takeAttempt).mockRejectedValue(new AppError("rate.limited"));
    expect((await vote("LCE1AAAA")).status).toBe(429);
    expect(castVote).not.toHaveBeenCalled();
  });
});

describe("a malformed body", () => {
  it.each([
    "",
    " ",
    "{",
    "null",
    "[]",
    "1",
    '"x"',
    "{}",
    "\u0000",
    new Uint8Array([0xff, 0xfe, 0x00]),
    "vehicle=1&ticket=2",
    JSON.stringify({ vehicle: VEHICLE }),
    JSON.stringify({ ticket: "x" }),
    JSON.stringify({ vehicle: "x", ticket: "x" }),
    JSON.stringify({ vehicle: 1, ticket: "x" }),
    JSON.stringify({ vehicle: [VEHICLE], ticket: "x" }),
    JSON.stringify({ vehicle: VEHICLE, ticket: 1 }),
    JSON.stringify({ vehicle: VEHICLE, ticket: null }),
    JSON.stringify({ vehicle: VEHICLE, ticket: "x".repeat(501) }),
    JSON.stringify({ vehicle: VEHICLE, ticket: "x", registration: VEHICLE }),
    JSON.stringify({ vehicle: VEHICLE, ticket: "x".repeat(5_000) }),
  ])("%j is refused as input", async (body) => {
    expect((await send(body)).status).toBe(400);
    expect(castVote).not.toHaveBeenCalled();
  });
});
