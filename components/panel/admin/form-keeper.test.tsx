// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RECORD_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import { announceSaved, discardUnsaved, hasUnsaved, useUnsaved } from "../../form/unsaved";
import { QUESTION_EVENT, type Question } from "../../ui/ask";
import { notify } from "../../ui/notify";
import { FormKeeper } from "./form-keeper";
import { LeaveGuard } from "./leave-guard";

let path = "/admin/settings";
vi.mock("next/navigation", () => ({ usePathname: () => path }));

const TEXTS = { draftFound: "Há um texto que não foi salvo.", use: "Recuperar", forget: "Descartar" };

/** A field with a state of its own, as the inbox has. */
function Answer() {
  const [text, setText] = useState("");
  return <textarea aria-label="Resposta" value={text} onChange={(event) => setText(event.target.value)} />;
}

const panel = (account = "ana") => (
  <div data-panel={account}>
    <LeaveGuard question="Sair mesmo assim?" />
    <FormKeeper texts={TEXTS} />
    <a href="https://blog.example.org/">Blog</a>
    <a href="/admin/exportar/services" download>
      Exportar
    </a>
    <form method="post" onSubmit={(event) => event.preventDefault()}>
      <input aria-label="Nome do portal" name="portal_name" defaultValue="Portal" />
      <input aria-label="Senha" name="secret" type="password" />
      <input aria-label="Código" name="code" autoComplete="one-time-code" />
      <Answer />
      <button>Salvar</button>
      <button type="reset">Limpar</button>
    </form>
    <form method="get">
      <input aria-label="Evento" name="evento" />
    </form>
    <form role="search" action="/admin/settings">
      <input aria-label="Busca" name="q" />
    </form>
  </div>
);

beforeEach(() => {
  path = "/admin/settings";
  localStorage.clear();
});
afterEach(cleanup);

const type = (label: string, value: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.focusIn(field);
  fireEvent.input(field, { target: { value } });
};
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith(RECORD_DRAFT_PREFIX));

/** Clicks on a link and answers the question that follows: its text, and whether the browser follows the link. */
async function leaveBy(link: string, answer: boolean) {
  let asked = "";
  const decide = (event: Event) => {
    const { text, answer: give } = (event as CustomEvent<Question>).detail;
    asked = text;
    give(answer);
  };
  window.addEventListener(QUESTION_EVENT, decide, { once: true });
  const went = fireEvent.click(screen.getByText(link));
  await Promise.resolve();
  window.removeEventListener(QUESTION_EVENT, decide);
  return { asked, went };
}

it("does not offer the text that is typed now when another field gets the focus", () => {
  render(panel());
  type("Nome do portal", "Outro nome");
  fireEvent.focusIn(screen.getByLabelText("Resposta"));
  expect(screen.queryByText(TEXTS.draftFound)).toBeNull();
});

it("asks before a page with typed settings is left, and a download leaves nothing", async () => {
  render(panel());
  expect(hasUnsaved()).toBe(false);
  for (const label of ["Busca", "Evento"]) type(label, "abc");
  expect(hasUnsaved()).toBe(false);
  type("Nome do portal", "Outro nome");
  expect(hasUnsaved()).toBe(true);
  expect((await leaveBy("Exportar", false)).asked).toBe("");
  expect(await leaveBy("Blog", false)).toEqual({ asked: "Sair mesmo assim?", went: false });
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
});

it("a value that is typed back is not unsaved", () => {
  render(panel());
  type("Nome do portal", "x");
  type("Nome do portal", "Portal");
  expect(hasUnsaved()).toBe(false);
  expect(drafts()).toEqual([]);
});

it("offers on return what was typed, also in fields with a state of their own, and never a password", () => {
  const { unmount } = render(panel());
  type("Nome do portal", "Outro nome");
  type("Resposta", "Um texto longo");
  type("Senha", "segredo-secreto");
  type("Código", "123456");
  expect(localStorage.getItem(drafts()[0]!)).not.toContain("123456");
  expect(localStorage.getItem(drafts()[0]!)).not.toContain("segredo");
  unmount();
  render(panel());
  expect(screen.getByRole("alert").textContent).toContain(TEXTS.draftFound);
  fireEvent.click(screen.getByText("Recuperar"));
  expect(screen.getByLabelText<HTMLInputElement>("Nome do portal").value).toBe("Outro nome");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Resposta").value).toBe("Um texto longo");
  expect(hasUnsaved()).toBe(true);
});

it("a draft of another account is not offered, and a discarded one is deleted", () => {
  const first = render(panel());
  type("Nome do portal", "Outro nome");
  first.unmount();
  const other = render(panel("bia"));
  expect(screen.queryByRole("alert")).toBeNull();
  other.unmount();
  render(panel());
  fireEvent.click(screen.getByText("Descartar"));
  expect(drafts()).toEqual([]);
});

it("a saved form is not unsaved and has no draft; a refused one keeps both", () => {
  render(panel());
  type("Nome do portal", "Outro nome");
  const submit = () => fireEvent.click(screen.getByText("Salvar"));
  submit();
  act(() => void notify({ code: "input.invalid", variant: "destructive" }));
  expect(hasUnsaved()).toBe(true);
  submit();
  type("Resposta", "digitada enquanto salva");
  act(() => void notify({ code: "system.done", variant: "success" }));
  expect(hasUnsaved()).toBe(true);
  submit();
  act(() => void notify({ code: "system.done", variant: "success" }));
  expect(hasUnsaved()).toBe(false);
  expect(drafts()).toEqual([]);
});

it("the draft of one card of the inbox is not offered in another", () => {
  const cards = (ids: readonly string[]) => (
    <div data-panel="ana">
      <FormKeeper texts={TEXTS} />
      {ids.map((id) => (
        <article key={id} data-inbox-item={id}>
          <form>
            <textarea aria-label={id} />
          </form>
        </article>
      ))}
    </div>
  );
  const { unmount } = render(cards(["um", "dois"]));
  type("um", "Falta o endereço");
  unmount();
  const other = render(cards(["dois"]));
  expect(screen.queryByRole("alert")).toBeNull();
  other.unmount();
  render(cards(["um"]));
  expect(screen.getByRole("alert").textContent).toContain(TEXTS.draftFound);
});

it("a form that is saved without a notice is not unsaved", () => {
  render(panel());
  type("Nome do portal", "Outro nome");
  fireEvent.click(screen.getByText("Salvar"));
  act(() => void announceSaved());
  expect(hasUnsaved()).toBe(false);
  expect(drafts()).toEqual([]);
});

it("a form that is emptied has no draft", async () => {
  render(panel());
  type("Nome do portal", "Outro nome");
  fireEvent.click(screen.getByText("Limpar"));
  await vi.waitFor(() => expect(drafts()).toEqual([]));
});

it("a page that is opened after a discarded one asks again", () => {
  const { rerender } = render(panel());
  discardUnsaved();
  path = "/admin/system-config";
  rerender(panel());
  const field = screen.getByLabelText<HTMLInputElement>("Nome do portal");
  fireEvent.focusIn(field);
  field.value = "Outro nome";
  expect(hasUnsaved()).toBe(true);
});

it("a record declares its own unsaved values", () => {
  function Record({ isDirty }: { isDirty: boolean }) {
    useUnsaved(isDirty);
    return null;
  }
  const { rerender } = render(<Record isDirty />);
  expect(hasUnsaved()).toBe(true);
  rerender(<Record isDirty={false} />);
  expect(hasUnsaved()).toBe(false);
});

it("asks when the button back of the browser leaves typed text", () => {
  const navigation = Object.assign(new EventTarget(), { traverseTo: vi.fn<(key: string) => void>() });
  vi.stubGlobal("navigation", navigation);
  render(panel());
  const back = () => {
    const event = Object.assign(new Event("navigate", { cancelable: true }), {
      navigationType: "traverse",
      destination: { key: "before" },
    });
    navigation.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(back()).toBe(false);
  type("Nome do portal", "Outro nome");
  expect(back()).toBe(true);
});
