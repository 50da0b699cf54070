// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchPix, sendWalkIn } from "./gate-api";
import { useWalkIn } from "./use-walk-in";

vi.mock(import("./gate-api"), async (original) => ({
  ...(await original()),
  sendWalkIn: vi.fn(),
  fetchPix: vi.fn(),
}));

const LIST = {
  id: "00000000-0000-4000-8000-000000000001",
  name: "Entrada",
  purpose: "entry",
  kinds: [],
  allowReentry: false,
} as const;
const ANSWER = { nonce: "n", readingKind: "entry", registrationId: "r", result: "ok" } as never;
const walkIn = { typeId: "00000000-0000-4000-8000-000000000002", name: "Eva", people: 1, companions: [] };
const nonces = () => vi.mocked(sendWalkIn).mock.calls.map(([, { nonce }]) => nonce);

beforeEach(() => {
  vi.mocked(sendWalkIn)
    .mockReset()
    .mockResolvedValue({ data: { outcome: "saved", answer: ANSWER }, failure: null });
});
afterEach(cleanup);

function openHook() {
  const gate = { note: vi.fn(async () => undefined), sync: vi.fn(async () => undefined) };
  const show = vi.fn();
  const { result } = renderHook(() =>
    useWalkIn({ kind: "device", token: "t" }, gate as never, { ...LIST, kinds: [] }, show),
  );
  return { gate, show, result };
}

it("sends the same nonce again when the answer was lost, and another one for the next people", async () => {
  const { result, show } = openHook();
  vi.mocked(sendWalkIn).mockResolvedValueOnce({ data: null, failure: "offline" });
  await act(async () => expect(await result.current.addWalkIn(walkIn)).toBe("offline"));
  await act(async () => expect(await result.current.addWalkIn(walkIn)).toBeNull());
  await act(async () => expect(await result.current.addWalkIn(walkIn)).toBeNull());
  const [first, second, third] = nonces();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(show).toHaveBeenCalledTimes(2);
});

it("does not send the nonce of other people", async () => {
  const { result } = openHook();
  vi.mocked(sendWalkIn).mockResolvedValueOnce({ data: null, failure: "offline" });
  await act(async () => void (await result.current.addWalkIn(walkIn)));
  await act(async () => void (await result.current.addWalkIn({ ...walkIn, name: "Ivo" })));
  const [first, second] = nonces();
  expect(second).not.toBe(first);
});

it("reads the list again when the price changed", async () => {
  const { result, gate, show } = openHook();
  vi.mocked(sendWalkIn).mockResolvedValueOnce({
    data: { outcome: "refused", reason: "price_changed", field: null },
    failure: null,
  });
  await act(async () => expect(await result.current.addWalkIn(walkIn)).toBe("price_changed"));
  expect([gate.sync.mock.calls.length, show.mock.calls.length]).toEqual([1, 0]);
});

it("asks for the Pix payment with the nonce of the sale", async () => {
  const { result } = openHook();
  vi.mocked(fetchPix)
    .mockResolvedValueOnce({ data: { pix: null }, failure: null })
    .mockResolvedValueOnce({ data: null, failure: "offline" });
  await act(async () => expect(await result.current.readPix(walkIn)).toBe("off"));
  await act(async () => expect(await result.current.readPix(walkIn)).toBe("failed"));
  await act(async () => void (await result.current.addWalkIn(walkIn)));
  const asked = vi.mocked(fetchPix).mock.calls.map(([, body]) => body.nonce);
  expect([...asked, ...nonces()]).toEqual([asked[0], asked[0], asked[0]]);
});
