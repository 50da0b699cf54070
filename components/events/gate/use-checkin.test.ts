// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { sendQueue, type ReadingQueue } from "@/components/platform/readings/reading-queue";
import { indexGate } from "@/lib/events/gate/rules";
import { readingSchema, type Answer, type GateData, type Reading } from "@/lib/events/gate/schema";
import { useCheckin } from "./use-checkin";
import { gateReader } from "./use-gate";

const LIST = "00000000-0000-4000-8000-000000000011";
const ANA = "00000000-0000-4000-8000-100000000001";
const DATA: GateData = {
  now: "2027-01-23T10:00:00Z",
  event: {
    id: "00000000-0000-4000-8000-000000000001",
    title: "Encontro",
    startsAt: "2027-01-23T10:00:00Z",
    endsAt: "2027-01-23T20:00:00Z",
    timeZone: "America/Sao_Paulo",
    isDemo: false,
  },
  device: null,
  keys: [],
  lists: [{ id: LIST, name: "Entrada", purpose: "entry", kinds: [], allowReentry: false }],
  types: [],
  people: [[ANA, "Ana Souza", "publico", "", "p", 1, { half: "student" }]],
  cancelled: [],
  entries: [],
  left: [],
};
const reader = gateReader({ kind: "device", token: "t" });

/** A queue in memory and the hook that writes into it; `answer`: the result that the server gives at once. */
function open(answer: Answer["result"] | null) {
  const kept = new Map<string, Reading>();
  const queue: ReadingQueue<Reading> = {
    all: async () => [...kept.values()],
    put: async (reading) => void kept.set(reading.nonce, readingSchema.parse(reading)),
    remove: async (nonces) => nonces.forEach((nonce) => kept.delete(nonce)),
  };
  const index = indexGate(DATA);
  const gate = {
    state: { index, clockOffset: 0, failure: answer ? null : ("offline" as const) },
    async add(reading: Reading, onAnswer: (answer: Answer) => void) {
      await queue.put(reading);
      if (answer) onAnswer({ nonce: reading.nonce, result: answer } as Answer);
    },
  };
  const { result } = renderHook(() =>
    useCheckin({ kind: "device", token: "t" }, gate as never, DATA.lists[0]!, "entry"),
  );
  const mark = (isSeen: boolean) => act(() => result.current.markHalfPrice(ANA, isSeen));
  return { kept, queue, index, mark };
}

afterEach(cleanup);

it("a half price that is marked without a connection is stored, shown as seen, and sent when the network is back", async () => {
  const { kept, queue, index, mark } = open(null);
  expect(await mark(true)).toBe(true);
  expect([...kept.values()]).toMatchObject([
    { kind: "proof_seen", listId: LIST, registrationId: ANA, isOffline: true },
  ]);
  expect(index.people.get(ANA)!.halfSeen).toBe(true);
  // After a reload the stored list does not contain it, and the queue does.
  const reloaded = indexGate(DATA);
  for (const reading of await queue.all()) reader.noteUnsent(reloaded, reading);
  expect(reloaded.people.get(ANA)!.halfSeen).toBe(true);
  expect(reloaded.entries.size).toBe(0);
  const send = vi.fn(async (readings: readonly Reading[]) => ({
    data: readings.map(({ nonce }) => ({ nonce })),
    failure: null,
  }));
  expect(await sendQueue(queue, { size: 500, send }, () => undefined)).toBeNull();
  expect([send.mock.calls.length, kept.size]).toEqual([1, 0]);
});

it("a half price that is marked and taken back is sent as two readings", async () => {
  const { kept, index, mark } = open("ok");
  expect([await mark(true), await mark(false)]).toEqual([true, true]);
  expect([...kept.values()].map(({ kind }) => kind)).toEqual(["proof_seen", "proof_unseen"]);
  expect(index.people.get(ANA)!.halfSeen).toBe(false);
});

it("a half price that the server does not know is not shown as seen", async () => {
  const { index, mark } = open("unknown");
  expect(await mark(true)).toBe(false);
  expect(index.people.get(ANA)!.halfSeen).toBe(false);
});

it("keeps what the server answered about a proof until the next list", () => {
  const answer = { readingKind: "proof_seen", result: "ok", undoneAt: null, listId: LIST, registrationId: ANA };
  const counted = reader.countedOf({ ...answer, scannedAt: DATA.now, first: null, by: "Portão", inside: 0 } as Answer);
  expect(counted).toMatchObject({ kind: "proof_seen", registrationId: ANA });
  const index = indexGate(DATA);
  reader.noteCounted(index, counted!);
  expect([index.people.get(ANA)!.halfSeen, index.entries.size]).toEqual([true, 0]);
});
