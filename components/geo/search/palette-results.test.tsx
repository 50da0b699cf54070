// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Command } from "cmdk";
import { afterEach, expect, it, vi } from "vitest";
import texts from "@/messages/pt-BR/geo/search.json";
import { SearchTexts } from "./search-texts";
import { PaletteResults } from "./palette-results";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);
Element.prototype.scrollIntoView = () => undefined;
afterEach(cleanup);

it("offers to search what is on the device while there is no signal", () => {
  const go = vi.fn();
  render(
    <Command shouldFilter={false}>
      <SearchTexts value={texts}>
        {" "}
        <PaletteResults locale="pt-BR" query="rastro" state={{ phase: "offline" }} {...{ retry: go, ask: go, go }} />
      </SearchTexts>
    </Command>,
  );
  fireEvent.click(screen.getByText("Procurar “rastro” no que está no aparelho"));
  expect(go).toHaveBeenCalledWith("/busca?q=rastro");
});
