// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { countContactTaps } from "./contact-taps";

const send = vi.fn<(url: string, body: string) => boolean>();
const PLACE = "1b4e28ba-2fa1-4d2b-883f-0016d3cca427";

beforeEach(() => {
  send.mockReset();
  vi.stubGlobal("navigator", { sendBeacon: send });
});
beforeAll(countContactTaps);
afterEach(() => {
  document.body.innerHTML = "";
});

/** HTML without components, as the sheet of a list inserts it. */
const insert = () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    `<div data-place="${PLACE}"><a href="#t" data-contact="call"><b>Ligar</b></a><a href="#x">Fonte</a></div><a href="#y" data-contact="call">Outro</a>`,
  );
};

it("a tap on a contact link of a place is sent with its kind, once", () => {
  insert();
  fireEvent.click(screen.getByText("Ligar"));
  expect(send.mock.calls).toEqual([["/api/place-contacts", JSON.stringify({ service: PLACE, kind: "call" })]]);
});

it("other links, links without a place and the right button are not counted", () => {
  insert();
  fireEvent.click(screen.getByText("Fonte"));
  fireEvent.click(screen.getByText("Outro"));
  fireEvent(screen.getByText("Ligar"), new MouseEvent("auxclick", { bubbles: true, button: 2 }));
  expect(send).not.toHaveBeenCalled();
});
