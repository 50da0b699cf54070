// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import texts from "@/messages/pt-BR/travel/convoys.json";
import { MapTexts } from "../../geo/map/map-texts";
import { ConvoyMapBox } from "./convoy-map-box";
import { ConvoyTexts } from "./convoy-texts";

const code = vi.hoisted(() => ({ loads: 0 }));
vi.mock("./convoy-map", () => {
  code.loads++;
  return { ConvoyMap: () => <p>map</p> };
});
afterEach(cleanup);

const open = (points: { name: string; lat: number; lng: number }[]) =>
  render(
    <ConvoyTexts value={texts}>
      <MapTexts value={{ loading: "…", failed: "", retry: "" } as Parameters<typeof MapTexts>[0]["value"]}>
        <ConvoyMapBox members={[]} points={points} />
      </MapTexts>
    </ConvoyTexts>,
  );

it("loads the code of the map as soon as there is something to show, so that it opens without a signal", async () => {
  const empty = open([]);
  await act(async () => undefined);
  expect([code.loads, screen.queryByRole("button")]).toEqual([0, null]);
  empty.unmount();
  open([{ name: "Posto", lat: -28, lng: -49 }]);
  await vi.waitFor(() => expect(code.loads).toBe(1));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: texts.map.open })));
  expect(await screen.findByText("map")).toBeTruthy();
});
