// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { askForPosition } from "./position-question";
import { POSITION_QUESTION_ID } from "./position-question-id";

const status = Object.assign(new EventTarget(), { state: "prompt" });
const query = vi.fn(() => Promise.resolve(status));
const dialog = () => document.getElementById(POSITION_QUESTION_ID) as HTMLDialogElement;

beforeEach(() => {
  vi.useFakeTimers();
  status.state = "prompt";
  vi.stubGlobal("navigator", { geolocation: {}, permissions: { query } });
  sessionStorage.clear();
  localStorage.clear();
  document.body.innerHTML = `<dialog id="${POSITION_QUESTION_ID}"></dialog>`;
});

/** Waits as long after load as the specification says, and one step more. */
const wait = async (ms = 1500) => void (await vi.advanceTimersByTimeAsync(ms));

it("is asked 1.5 seconds after load", async () => {
  askForPosition();
  await wait(1499);
  expect(dialog().open).toBe(false);
  await wait(2);
  expect(dialog().open).toBe(true);
});

it.each([
  ["the permission was given", () => (status.state = "granted")],
  ["the question was answered in this session", () => sessionStorage.setItem("gpsAsked", "1")],
  ["the page has a button for the position", () => document.body.append(withButton())],
])("is not asked when %s", async (_, prepare) => {
  prepare();
  askForPosition();
  await wait();
  expect(dialog().open).toBe(false);
});

function withButton(): HTMLElement {
  const main = document.createElement("main");
  main.dataset.asksPosition = "";
  return main;
}

it("stores the permission of the browser, also when it changes", async () => {
  status.state = "denied";
  askForPosition();
  await wait();
  expect(localStorage.getItem("gpsPermissionState")).toBe("denied");
  status.state = "granted";
  status.dispatchEvent(new Event("change"));
  expect(localStorage.getItem("gpsPermissionState")).toBe("granted");
});

it("is not asked again once the dialog was closed, whose answer waits for the page's code", async () => {
  askForPosition();
  await wait();
  dialog().dispatchEvent(new Event("close"));
  expect([sessionStorage.getItem("gpsAsked"), dialog().dataset.answered]).toEqual(["1", ""]);
});

it("leaves the page usable, and Escape closes it", async () => {
  const showModal = vi.spyOn(dialog(), "showModal");
  askForPosition();
  await wait();
  expect([dialog().open, showModal.mock.calls.length]).toEqual([true, 0]);
  dialog().dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect([dialog().open, sessionStorage.getItem("gpsAsked")]).toEqual([false, "1"]);
});
