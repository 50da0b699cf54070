import { beforeEach, expect, it, vi } from "vitest";
import { POST } from "./route";

const { caller, wait, rpc } = vi.hoisted(() => ({
  caller: { address: "" },
  wait: vi.fn<(ms: number) => Promise<void>>(),
  rpc: vi.fn<(name: string, input: { contact: string }) => Promise<object>>(),
}));
vi.mock("node:timers/promises", () => ({ setTimeout: wait }));
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => caller.address }));
vi.mock("@/lib/platform/shared-counts", () => ({ countForAll: async () => null }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({ rpc }) }));
vi.mock("@/lib/platform/failed-attempts/mutations", () => ({ countFailedAttempt: async () => undefined }));
vi.mock("@/lib/platform/links/mutations", () => ({ serverLink: async () => ({ token: "t" }) }));

async function look(address: string, code: string, contact: string): Promise<number> {
  caller.address = address;
  const body = JSON.stringify({ code, contact });
  const headers = { "content-type": "application/json" };
  return (await POST(new Request("http://localhost/api/registrations/status", { method: "POST", body, headers })))
    .status;
}

beforeEach(() => {
  wait.mockReset().mockResolvedValue();
  rpc.mockImplementation(async (_, { contact }) => ({
    data: contact === "ana@example.org" ? "id" : null,
    error: null,
  }));
});

it("answers the owner of a code whose contact a stranger guessed too often", async () => {
  const answers: number[] = [];
  for (let guess = 0; guess < 15; guess++)
    answers.push(await look("192.0.2.1", "ABCD2345", `guess${guess}@example.org`));
  expect(answers.slice(0, 10)).toEqual(Array<number>(10).fill(404));
  expect(answers.slice(10)).toEqual(Array<number>(5).fill(429));
  expect(await look("198.51.100.7", "ABCD2345", "ana@example.org")).toBe(200);
  expect(wait).not.toHaveBeenCalled();
});

it("delays every answer about a code after twenty wrong contacts of all callers, and still gives the right one", async () => {
  for (let guess = 0; guess < 20; guess++) await look(`203.0.113.${guess}`, "EFGH2345", `guess${guess}@example.org`);
  expect(wait).not.toHaveBeenCalled();
  expect(await look("203.0.113.99", "EFGH2345", "other@example.org")).toBe(404);
  expect(await look("198.51.100.8", "EFGH2345", "ana@example.org")).toBe(200);
  expect(wait.mock.calls).toEqual([[2000], [2000]]);
  expect(await look("198.51.100.8", "JKLM2345", "ana@example.org")).toBe(200);
  expect(wait).toHaveBeenCalledTimes(2);
});
