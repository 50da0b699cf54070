// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useReader } from "./use-reader";

afterEach(cleanup);

function Page({ onCode }: { onCode: (text: string) => void }) {
  useReader(/^lce1/i, onCode);
  return <input aria-label="Nome" />;
}

/** Types keys with a gap between them; readers need about 10 ms, people much more. */
function type(target: Element, text: string, gapMs: number): void {
  let at = 1000;
  for (const key of [...text.split(""), "Enter"]) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: (at += gapMs) });
    fireEvent(target, event);
  }
}

it("takes a text that a reader types quickly and ends with Enter", () => {
  const onCode = vi.fn();
  render(<Page onCode={onCode} />);
  type(document.body, "LCE1ABCDEF", 10);
  expect(onCode).toHaveBeenCalledExactlyOnceWith("LCE1ABCDEF");
});

it("ignores what a person types slowly, and fast typing in a field that is no code", () => {
  const onCode = vi.fn();
  render(<Page onCode={onCode} />);
  type(document.body, "LCE1ABCDEF", 300);
  type(screen.getByLabelText("Nome"), "Ana Souza", 10);
  expect(onCode).not.toHaveBeenCalled();
});

it("takes a code typed into a field and empties the field", () => {
  const onCode = vi.fn();
  render(<Page onCode={onCode} />);
  const field = screen.getByLabelText<HTMLInputElement>("Nome");
  field.value = "LCE1ABCDEF";
  type(field, "LCE1ABCDEF", 10);
  expect(onCode).toHaveBeenCalledOnce();
  expect(field.value).toBe("");
});
