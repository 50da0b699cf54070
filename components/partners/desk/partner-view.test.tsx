// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HINT_COOKIE, VOUCHER_DEVICE_KEY } from "@/lib/platform/device-storage/rules";
import desk from "@/messages/pt-BR/partners/desk.json";
import vouchers from "@/messages/pt-BR/partners/vouchers.json";
import { PartnerView } from "./partner-view";

const texts = { ...desk, benefit: vouchers.benefit, acceptance: vouchers.acceptance };
const ID = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const PLACE = "91ace000-0000-4000-8000-000000000001";
const found = {
  result: "redeemed",
  downloadId: ID,
  voucherId: PLACE,
  shortCode: "ABCD2345",
  title: "Café da manhã",
  firstName: "Marta",
  first: null,
};
type Sent = { path: string; device: string | null; body: { readings: { nonce: string }[] } | null };

let sent: Sent[] = [];
let answers: (request: Sent) => unknown = () => ({ desk: { placeId: PLACE, found } });

const answerOf = ({ body }: Sent, changes = {}) => [
  {
    ...found,
    nonce: body!.readings[0]!.nonce,
    scannedAt: "2026-11-26T12:00:00Z",
    isOffline: false,
    wasServed: false,
    by: "Rui",
    ...changes,
  },
];
const redemptions = () => sent.filter(({ path }) => path.endsWith("/readings"));

beforeEach(() => {
  sent = [];
  localStorage.clear();
  document.cookie = `${HINT_COOKIE}=1`;
  vi.stubGlobal(
    "fetch",
    async (path: string, { headers, body }: { headers: { authorization?: string }; body: string }) => {
      const request: Sent = {
        path,
        device: headers.authorization ?? null,
        body: body ? (JSON.parse(body) as Sent["body"]) : null,
      };
      sent.push(request);
      const answer = answers(request);
      return answer instanceof Response ? answer : Response.json(answer);
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => render(<PartnerView texts={texts} locale="pt-BR" downloadId={ID} login="/login" />);
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

describe("the page of a voucher", () => {
  it("redeems only after the confirmation, and once on a double click", async () => {
    answers = (request) => (request.body ? answerOf(request) : { desk: { placeId: PLACE, found } });
    open();
    await press("Validar agora");
    expect(redemptions()).toEqual([]);
    const yes = screen.getByRole("button", { name: "Sim, validar" });
    fireEvent.click(yes);
    fireEvent.click(yes);
    expect((await screen.findByText("Validado")).dataset.result).toBe("done");
    expect(redemptions()).toHaveLength(1);
  });

  it("sends the same redemption again after a lost answer", async () => {
    let isLost = true;
    answers = (request) => {
      if (!request.body) return { desk: { placeId: PLACE, found } };
      if (!isLost) return answerOf(request);
      isLost = false;
      return new Response(null, { status: 502 });
    };
    open();
    await press("Validar agora");
    await press("Sim, validar");
    await press("Tentar de novo");
    await screen.findByText("Validado");
    expect(new Set(redemptions().map(({ body }) => body!.readings[0]!.nonce)).size).toBe(1);
  });

  it("shows when and where the voucher was used before", async () => {
    const first = { at: "2026-11-26T12:00:00Z", place: "Oficina do Teste", by: "Rui" };
    answers = () => ({ desk: { placeId: PLACE, found: { ...found, result: "duplicate", first } } });
    open();
    expect(await screen.findByText(/Já utilizado em .* em Oficina do Teste, por Rui/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows nothing to people without a desk", async () => {
    answers = () => ({ desk: null });
    const { container } = open();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(container.innerHTML).toBe("");
  });

  it("asks the device of this browser for its PIN when the account has no desk", async () => {
    localStorage.setItem(VOUCHER_DEVICE_KEY, "t".repeat(43));
    answers = ({ device }) => ({ desk: device && { placeId: PLACE, found: { result: "locked" } } });
    open();
    expect(await screen.findByLabelText("PIN")).toBeTruthy();
    expect(sent.map(({ device }) => device)).toEqual([null, `Device ${"t".repeat(43)}`]);
  });

  it("leads people who are signed out to the sign-in page", async () => {
    document.cookie = `${HINT_COOKIE}=`;
    open();
    expect((await screen.findByRole("link", { name: /Entre para validar/ })).getAttribute("href")).toBe("/login");
    expect(sent).toEqual([]);
  });

  it("deletes a device that was revoked", async () => {
    document.cookie = `${HINT_COOKIE}=`;
    localStorage.setItem(VOUCHER_DEVICE_KEY, "t".repeat(43));
    answers = () => new Response(null, { status: 403 });
    open();
    await vi.waitFor(() => expect(localStorage.getItem(VOUCHER_DEVICE_KEY)).toBeNull());
  });
});
