// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { createPortal } from "react-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTexts } from "./texts";

const { Provider: ConvoyTexts, useTexts: useConvoyTexts } = createTexts<{ title: string }>("ConvoyTexts");
const Title = () => <p>{useConvoyTexts().title}</p>;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("createTexts", () => {
  it("gives the texts to components below the provider, also in a portal", () => {
    render(<ConvoyTexts value={{ title: "Comboio" }}>{createPortal(<Title />, document.body)}</ConvoyTexts>);
    expect(screen.getByText("Comboio")).toBeDefined();
  });

  it("names the missing provider", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => render(<Title />)).toThrow("ConvoyTexts is missing above this component");
  });
});
