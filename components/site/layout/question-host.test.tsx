// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ask, whenConfirmed } from "../../ui/ask";
import { QuestionHost } from "./question-host";

afterEach(cleanup);

const host = () => render(<QuestionHost confirm="Confirmar" cancel="Cancelar" />);
const asked = (text: string) => {
  let answer = Promise.resolve(false);
  act(() => void (answer = ask(text)));
  return answer;
};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

it("the dialog shows the question and answers with the button that was pressed", async () => {
  host();
  for (const [button, answer] of [
    ["Confirmar", true],
    ["Cancelar", false],
  ] as const) {
    const given = asked("Excluir 3 registros?");
    await screen.findByText("Excluir 3 registros?");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    await press(button);
    expect(await given).toBe(answer);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  }
});

it("closing with Esc is a no", async () => {
  host();
  const given = asked("Sair?");
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => void fireEvent(dialog, new Event("cancel", { cancelable: true })));
  expect(await given).toBe(false);
});

it("the focus is on the button that confirms, and closing without a question is a no", async () => {
  host();
  const given = asked("Excluir?");
  await screen.findByText("Excluir?");
  expect(document.activeElement?.textContent).toBe("Confirmar");
  await act(async () => (screen.getByRole("alertdialog") as HTMLDialogElement).close());
  expect(await given).toBe(false);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("a second question waits for the first", async () => {
  host();
  const run = vi.fn<() => void>();
  const first = asked("Um?");
  await act(async () => whenConfirmed("Dois?", run));
  expect(screen.queryByText("Dois?")).toBeNull();
  await press("Cancelar");
  expect(await first).toBe(false);
  await screen.findByText("Dois?");
  await press("Confirmar");
  expect(run).toHaveBeenCalledTimes(1);
});
