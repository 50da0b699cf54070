// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { QUESTION_EVENT, type Question } from "../../ui/ask";
import { FavouritesHost } from "./favourites-host";

const code = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock("./favourites-client", () => ({ refreshFavourites: code.refresh }));
vi.mock("next/navigation", () => ({ usePathname: () => "/" }));

/** The code of favourites listens to the hearts from now on. */
const run = () => void (document.documentElement.dataset.favourites = "");
const FAILED = "Sem favoritos. Tentar de novo?";
let asked: Question[] = [];
const note = (event: Event) => void asked.push((event as CustomEvent<Question>).detail);
beforeEach(() => {
  asked = [];
  code.refresh.mockReset().mockImplementation(run);
  window.addEventListener(QUESTION_EVENT, note);
});
afterEach(() => {
  delete document.documentElement.dataset.favourites;
  delete document.documentElement.dataset.logged;
  window.removeEventListener(QUESTION_EVENT, note);
  cleanup();
});

const show = async () => {
  const page = (
    <>
      <button type="button" aria-pressed="false" aria-label="Salvar" data-favourite="city:one" />
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

it("loads the code at the first tap and repeats the tap", async () => {
  const heart = await show();
  expect(code.refresh).not.toHaveBeenCalled();
  const clicks = vi.fn();
  code.refresh.mockImplementation(() => {
    run();
    heart.addEventListener("click", clicks);
  });
  await tap(heart);
  await tap(heart);
  expect([clicks.mock.calls.length, code.refresh.mock.calls.length]).toEqual([2, 1]);
});

it("names code that did not arrive when a heart is tapped, and saves after another try", async () => {
  failOnce();
  const heart = await show();
  await tap(heart);
  expect(asked.map(({ text }) => text)).toEqual([FAILED]);
  const clicks = vi.fn();
  heart.addEventListener("click", clicks);
  await act(async () => asked[0]!.answer(true));
  expect([clicks.mock.calls.length, code.refresh.mock.calls.length, asked.length]).toEqual([1, 2, 1]);
});

it("keeps a heart that the account had saved before", async () => {
  const heart = await show();
  const clicks = vi.fn();
  code.refresh.mockImplementationOnce(() => {
    run();
    heart.setAttribute("aria-pressed", "true");
    heart.addEventListener("click", clicks);
  });
  await tap(heart);
  expect(clicks).not.toHaveBeenCalled();
});

it("can be left without another try", async () => {
  failOnce();
  const heart = await show();
  await tap(heart);
  await act(async () => asked[0]!.answer(false));
  expect(code.refresh).toHaveBeenCalledTimes(1);
});

it("loads the code at once for a signed-in account, which may have other favourites", async () => {
  document.documentElement.dataset.logged = "1";
  await show();
  await vi.waitFor(() => expect(code.refresh).toHaveBeenCalledTimes(1));
});
