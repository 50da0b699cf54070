// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FormTexts } from "@/components/form/form-texts";
import texts from "@/messages/pt-BR/travel/convoys.json";
import { convoyAt } from "@/tests/support/convoy";
import { ConvoyTexts } from "./convoy-texts";
import { GuestConvoy } from "./guest-convoy";
import { keepConvoy, readStoredConvoy } from "./stored-convoy";

const CONVOY = convoyAt(Date.parse("2026-11-24T12:00:00Z"));

/** What the server answers; "no signal" for a failed request. */
let answer: { status: number; body?: unknown } | "no signal";
let requests: { method: string; body: unknown }[];

beforeEach(() => {
  localStorage.clear();
  [answer, requests] = ["no signal", []];
  vi.stubGlobal("fetch", async (_url: string, { method, body }: RequestInit) => {
    requests.push({ method: method!, body: JSON.parse(body as string) });
    if (answer === "no signal") throw new TypeError("Failed to fetch");
    return Response.json(answer.body ?? {}, { status: answer.status });
  });
});
afterEach(cleanup);

async function open() {
  render(
    <ConvoyTexts value={texts}>
      <FormTexts value={{ missing: "Preencha." }}>
        <GuestConvoy
          code="ABCDEFGH"
          locale="pt-BR"
          panel={({ initial, token }) => <p>{`${initial.name} with ${token}`}</p>}
        />
      </FormTexts>
    </ConvoyTexts>,
  );
  await act(async () => undefined);
}
const join = async (name: string) => {
  fireEvent.change(screen.getByLabelText(texts.form.member), { target: { value: name } });
  await act(async () => fireEvent.submit(document.querySelector("form")!));
};

it("needs a name, and joins with it afterwards", async () => {
  await open();
  await join(" ");
  expect(requests).toEqual([]);
  expect(screen.getByLabelText(texts.form.member).getAttribute("aria-invalid")).toBe("true");
  answer = { status: 200, body: { outcome: "saved", token: "secret", convoy: CONVOY } };
  await join("Caio");
  expect(requests).toEqual([{ method: "PUT", body: { name: "Caio", vehicle: "" } }]);
  expect(screen.getByText("Serra with secret")).toBeTruthy();
  expect(readStoredConvoy("ABCDEFGH")?.token).toBe("secret");
});

it.each([
  [
    "an unknown code",
    { status: 200, body: { outcome: "refused", field: null, reason: "unknown" } },
    texts.validation.codeUnknown,
  ],
  ["a full convoy", { status: 200, body: { outcome: "refused", field: null, reason: "full" } }, texts.validation.full],
  ["too many attempts", { status: 429 }, texts.guest.limited],
  ["no signal", "no signal", texts.guest.failed],
] as const)("shows why nobody got in: %s", async (_, given, text) => {
  await open();
  answer = given;
  await join("Caio");
  expect(screen.getByRole("alert").textContent).toBe(text);
});

it("opens without a signal for a guest, and asks for a name after the guest was removed", async () => {
  keepConvoy(CONVOY, "secret");
  await open();
  expect(screen.getByText("Serra with secret")).toBeTruthy();
  cleanup();
  answer = { status: 404 };
  await open();
  expect(screen.getByRole("button", { name: texts.guest.join })).toBeTruthy();
  expect(readStoredConvoy("ABCDEFGH")).toBeNull();
});
