// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import offline from "@/messages/pt-BR/platform/offline.json";
import { ShelfTexts } from "./shelf-texts";
import { DeviceSearch } from "./device-search";
import type { CachedPack } from "./pack-store";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

const pack = (locale: string) =>
  ({
    record: { uf: "sc", locale },
    data: {
      uf: "sc",
      routes: [{ name: "Serra do Rio do Rastro", path: "/sc/rota/rastro", gpx: "", km: null, stops: [] }],
      photoPoints: [],
    },
  }) as unknown as CachedPack;
const show = (locale = "pt-BR") =>
  render(
    <ShelfTexts value={offline.shelf as unknown as Parameters<typeof ShelfTexts>[0]["value"]}>
      <DeviceSearch packs={[pack(locale)]} locale="pt-BR" />
    </ShelfTexts>,
  );

it("searches first for the text of the search page, then for what is typed", () => {
  history.replaceState(null, "", "/busca?q=rastro");
  show();
  expect(screen.getByRole("link", { name: "Serra do Rio do Rastro (SC)" }).getAttribute("href")).toBe(
    "/sc/rota/rastro",
  );
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "farol" } });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("Nada com estas palavras no que está neste aparelho.")).toBeTruthy();
});

it("is not rendered without a state in the language of the page", () => {
  expect(show("en-US").container.textContent).toBe("");
});
