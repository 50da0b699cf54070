// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import conditions from "@/messages/pt-BR/travel/conditions.json";
import trips from "@/messages/pt-BR/travel/trips.json";
import { Planner } from "./planner";

const mounted = vi.hoisted(() => ({ map: 0 }));
vi.mock("./planner-map", () => ({
  PlannerMap: () => {
    mounted.map++;
    return <section aria-busy="true" aria-label="map" />;
  },
}));

beforeEach(() => {
  mounted.map = 0;
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 503 }));
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const open = () =>
  render(
    <Planner
      initial={null}
      draftKey="new"
      save={null}
      signInPath="/login"
      texts={trips.planner as Parameters<typeof Planner>[0]["texts"]}
      conditions={conditions as Parameters<typeof Planner>[0]["conditions"]}
      map={{ region: "Mapa" } as Parameters<typeof Planner>[0]["map"]}
      locale="pt-BR"
      bounds={[-54, -30, -48, -25]}
      uf={null}
    >
      <p>drawing</p>
    </Planner>,
  ).container;

const swipe = (target: Element, from: [number, number], to: [number, number]) => {
  const touch = ([clientX, clientY]: [number, number]) => [{ clientX, clientY, identifier: 1, target }];
  fireEvent.touchStart(target, { touches: touch(from) });
  fireEvent.touchEnd(target, { changedTouches: touch(to) });
};
const list = (page: Element) => page.querySelector("fieldset")!;
const isMapShown = () => document.getElementById("planner-map")!.classList.contains("block");

it("begins with the question where the trip starts", async () => {
  const page = open();
  await act(async () => undefined);
  const first = list(page).querySelector("input, button, textarea, select");
  expect(first).toBe(screen.getByLabelText("De onde você sai?"));
});

it("shows the map after one swipe, with the drawing until the map is drawn, and the list after one back", async () => {
  const page = open();
  await act(async () => swipe(list(page), [300, 400], [120, 420]));
  expect([isMapShown(), mounted.map > 0]).toEqual([true, true]);
  expect(screen.getByText("drawing").closest("[aria-hidden=true]")).toBeTruthy();
  const bar = page.querySelector("[data-slot=planner-bar]")!;
  await act(async () => swipe(bar, [100, 800], [260, 800]));
  expect(isMapShown()).toBe(false);
});

it.each([
  ["scrolls", [300, 400], [220, 100]],
  ["trembles", [300, 400], [270, 400]],
  ["goes back", [100, 400], [300, 400]],
] as const)("keeps the list when a finger %s", async (_, from, to) => {
  const page = open();
  await act(async () => swipe(list(page), [...from], [...to]));
  expect(isMapShown()).toBe(false);
});

it("keeps the list when the finger moves inside a field", async () => {
  open();
  await act(async () => swipe(screen.getByLabelText("De onde você sai?"), [300, 100], [100, 100]));
  expect(isMapShown()).toBe(false);
});
