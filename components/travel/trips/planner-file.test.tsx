// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import imports from "@/messages/pt-BR/geo/imports.json";
import trips from "@/messages/pt-BR/travel/trips.json";
import { PlanStore } from "./plan-store";
import { PlannerContext, type PlannerTools } from "./planner-context";
import { PlannerFile } from "./planner-file";

const isOffline = vi.hoisted(() => ({ value: false }));
vi.mock("../../geo/imports/import-messages", async () => {
  const { default: texts } = await import("@/messages/pt-BR/geo/imports.json");
  return {
    importMessages: () => (isOffline.value ? Promise.reject(new Error("chunk")) : Promise.resolve(texts)),
  };
});

afterEach(cleanup);
beforeEach(() => {
  isOffline.value = false;
});

const taken = vi.fn();
const show = (room = 25) => {
  const store = new PlanStore("new", null);
  const tools = { store, texts: trips.planner, locale: "pt-BR", announce: vi.fn() } as unknown as PlannerTools;
  render(
    <PlannerContext value={tools}>
      <PlannerFile room={room} onTake={taken} />
    </PlannerContext>,
  );
};
const choose = (body: string) =>
  fireEvent.change(screen.getByLabelText(trips.planner.add.file), {
    target: { files: [new File([`<gpx version="1.1">${body}</gpx>`], "viagem.gpx")] },
  });
const wpt = (index: number) => `<wpt lat="${-28 - index / 100}" lon="-49"><name>Parada ${index}</name></wpt>`;
const add = () => screen.getByRole<HTMLButtonElement>("button", { name: imports.planner.add });
const names = () => (taken.mock.lastCall![0] as { name: string }[]).map(({ name }) => name);

describe("a file in the planner", () => {
  it("adds nothing before the person chose, and shows what is left out with reason and place", async () => {
    show();
    choose(`${wpt(1)}\n${wpt(2)}\n<wpt lat="-54.8" lon="-68.3"><name>Ushuaia</name></wpt>`);
    expect(await screen.findByText(/fora da área do mapa/)).toBeTruthy();
    expect(screen.getByText("linha 3, Ushuaia: -54.8000 -68.3000")).toBeTruthy();
    expect(taken).not.toHaveBeenCalled();
    fireEvent.click(screen.getByLabelText("Parada 2"));
    fireEvent.click(add());
    expect(names()).toEqual(["Parada 1"]);
    expect(screen.queryByText("viagem.gpx")).toBeNull();
  });

  it("lets the person pick where a trip has no room for all stops", async () => {
    show();
    choose(Array.from({ length: 60 }, (_, index) => wpt(index)).join(""));
    expect(await screen.findByText("0 de 60 escolhidas")).toBeTruthy();
    expect(add().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("Parada 59"));
    expect(screen.getByText(imports.reasons.choice).parentElement?.textContent).toContain("59×");
    fireEvent.click(add());
    expect(names()).toEqual(["Parada 59"]);
  });

  it("offers the line of a recording, and its way points as stops along it", async () => {
    show();
    choose(
      `${wpt(2)}<trk><trkseg>${[1, 2, 3].map((lat) => `<trkpt lat="-28.0${lat}" lon="-49"/>`).join("")}</trkseg></trk>`,
    );
    expect((await screen.findByLabelText<HTMLInputElement>(/^Gravação/)).checked).toBe(true);
    fireEvent.click(add());
    expect(names()).toEqual(["Ponto do arquivo", "Parada 2", "Ponto do arquivo"]);
    choose(wpt(2) + "<trk/>");
    await screen.findByText("viagem.gpx");
  });

  it("names a reader that does not arrive, and reads the file when it is chosen again", async () => {
    show();
    isOffline.value = true;
    choose(wpt(1));
    expect((await screen.findByRole("alert")).textContent).toBe(trips.planner.file.notLoaded);
    isOffline.value = false;
    choose(wpt(1));
    expect(await screen.findByText("viagem.gpx")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("shows why a file is refused", async () => {
    show();
    choose("");
    expect((await screen.findByRole("alert")).textContent).toBe(imports.problems.empty);
  });
});
