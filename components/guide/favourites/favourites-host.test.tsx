// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { QUESTION_EVENT, type Question } from "../../ui/ask";
import { FavouritesHost } from "./favourites-host";

const code = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock("./favourites-client", () => ({ refreshFavourites: code.refresh }));
vi.mock("next/navigation", () => ({ usePathname: () => "/" }));

const FAILED = "Sem favoritos. Tentar de novo?";
let asked: Question[] = [];
const note = (event: Event) => void asked.push((event as CustomEvent<Question>).detail);
beforeEach(() => {
  asked = [];
  code.refresh.mockReset();
  window.addEventListener(QUESTION_EVENT, note);
});
afterEach(() => {
  window.removeEventListener(QUESTION_EVENT, note);
  cleanup();
});

const show = async () => {
  const page = (
    <>
      <button type="button" disabled aria-pressed="false" aria-label="Salvar" data-favourite="city:one" />
      <FavouritesHost failed={FAILED} />
    </>
  );
  await act(async () => void render(page));
  return screen.getByRole<HTMLButtonElement>("button");
};
const failOnce = () =>
  code.refresh.mockImplementationOnce(() => {
    throw new Error("chunk");
  });
const tap = (heart: HTMLElement) => act(async () => void fireEvent.click(heart));

it("names code that did not arrive when a heart is tapped, and saves after another try", async () => {
  failOnce();
  const heart = await show();
  expect([heart.disabled, asked]).toEqual([false, []]);
  failOnce();
  await tap(heart);
  expect(asked.map(({ text }) => text)).toEqual([FAILED]);
  const clicks = vi.fn();
  heart.addEventListener("click", clicks);
  await act(async () => asked[0]!.answer(true));
  expect([clicks.mock.calls.length, code.refresh.mock.calls.length, asked.length]).toEqual([1, 3, 1]);
  await tap(heart);
  expect([clicks.mock.calls.length, code.refresh.mock.calls.length]).toEqual([2, 3]);
});

it("keeps a heart that was saved before", async () => {
  failOnce();
  const heart = await show();
  const clicks = vi.fn();
  code.refresh.mockImplementationOnce(() => {
    heart.setAttribute("aria-pressed", "true");
    heart.addEventListener("click", clicks);
  });
  await tap(heart);
  expect(clicks).not.toHaveBeenCalled();
});

it("can be left without another try", async () => {
  failOnce();
  const heart = await show();
  failOnce();
  await tap(heart);
  await act(async () => asked[0]!.answer(false));
  expect(code.refresh).toHaveBeenCalledTimes(2);
});
