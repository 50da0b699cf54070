// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { BreakdownTexts } from "@/components/guide/breakdown/breakdown-texts";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GuideCar } from "@/components/guide/breakdown/guide-car";
import { HelpMessage } from "@/components/guide/breakdown/help-message";
import type { HelpCar } from "@/lib/guide/breakdown/rules";
import breakdown from "@/messages/pt-BR/guide/breakdown.json";
import driving from "@/messages/pt-BR/travel/driving.json";
import { HINT_COOKIE } from "@/lib/platform/device-storage/rules";
import { BreakdownDialog } from "./breakdown-dialog";
import { Controls } from "./controls";
import { DrivingTexts } from "./driving-texts";
import { GarageCarsProvider } from "./garage-cars";

const BEETLE: HelpCar = { id: "one", name: "VW Fusca 1974", fuelSystem: "carburettor", cooling: "air" };
const OPALA: HelpCar = { id: "two", name: "Opala 1978", fuelSystem: "carburettor", cooling: "water" };

/** The garage that the server answers with. */
let garage: HelpCar[];

beforeEach(() => {
  garage = [];
  document.cookie = `${HINT_COOKIE}=1`;
  vi.stubGlobal("indexedDB", { databases: async () => [] });
  vi.stubGlobal("fetch", async () => Response.json({ owner: "account", trip: null, cars: garage }));
});
afterEach(cleanup);

const show = (ui: ReactNode) => render(<DrivingTexts value={driving}>{ui}</DrivingTexts>);

const message = (
  <BreakdownTexts value={breakdown}>
    <HelpMessage symptoms={[]} locale="pt-BR" at={null} town={null} road={null} />
  </BreakdownTexts>
);

it("opens over the recording: the link does not leave the page", () => {
  const help = vi.fn();
  const nothing = () => undefined;
  show(
    <Controls
      locale="pt-BR"
      recording={{ phase: "recording", track: null } as Parameters<typeof Controls>[0]["recording"]}
      trip={{ trip: null } as Parameters<typeof Controls>[0]["trip"]}
      {...{ end: nothing, close: nothing, reopen: nothing, help }}
    />,
  );
  const wasFollowed = fireEvent.click(screen.getByRole("link", { name: "Pane" }));
  expect([wasFollowed, help.mock.calls.length]).toEqual([false, 1]);
});

it("announces that the recording goes on, and leads back", () => {
  const close = vi.fn();
  show(
    <BreakdownDialog isOpen isRecording car={null} onClose={close}>
      <p>guide</p>
    </BreakdownDialog>,
  );
  expect(screen.getByText("A gravação continua.")).toBeTruthy();
  expect(screen.getByText("guide")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Voltar para a viagem" }));
  expect(close).toHaveBeenCalled();
});

it("opens the page of a place in a new tab, because leaving this one would end the recording", () => {
  show(
    <BreakdownDialog isOpen isRecording car={null} onClose={() => undefined}>
      <Link href="/sc/servicos/oficina">Oficina</Link>
      <a href="tel:190">190</a>
    </BreakdownDialog>,
  );
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener("click", stay);
  for (const name of ["Oficina", "190"]) fireEvent.click(screen.getByRole("link", { name }));
  document.removeEventListener("click", stay);
  const targets = screen.getAllByRole("link").map((link) => link.getAttribute("target"));
  expect(targets).toEqual(["_blank", null]);
});

it("lists the car of the plan before those of the garage, with its kind of engine", async () => {
  garage = [OPALA, BEETLE];
  show(
    <BreakdownDialog isOpen isRecording car={BEETLE} onClose={() => undefined}>
      {message}
      {["engine", "cooling"].map((key) => (
        <input key={key} type="radio" name={key} id={`car-any-${key}`} defaultChecked />
      ))}
      <input type="radio" name="engine" id="car-carburettor" />
      <input type="radio" name="cooling" id="car-air" />
      <GuideCar label="Carro" />
    </BreakdownDialog>,
  );
  await act(async () => undefined);
  expect(screen.getByLabelText<HTMLInputElement>("Carro").value).toBe("VW Fusca 1974");
  expect(document.querySelector("[data-slot=help-message]")?.textContent).toContain("Carro: VW Fusca 1974");
  expect(document.querySelectorAll("#car-carburettor:checked, #car-air:checked")).toHaveLength(2);
});

it("takes the only car of the garage, and offers several without choosing one", async () => {
  garage = [OPALA];
  const one = render(<GarageCarsProvider>{message}</GarageCarsProvider>);
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Carro").value).toBe("Opala 1978"));
  one.unmount();
  garage = [OPALA, BEETLE];
  render(<GarageCarsProvider>{message}</GarageCarsProvider>);
  await vi.waitFor(() => expect(document.querySelectorAll("datalist option")).toHaveLength(2));
  expect(screen.getByLabelText<HTMLInputElement>("Carro").value).toBe("");
});

it("keeps what the person typed about the car", async () => {
  garage = [OPALA];
  render(<GarageCarsProvider>{message}</GarageCarsProvider>);
  fireEvent.change(screen.getByLabelText("Carro"), { target: { value: "Kombi do Beto" } });
  await act(async () => undefined);
  expect(screen.getByLabelText<HTMLInputElement>("Carro").value).toBe("Kombi do Beto");
});
