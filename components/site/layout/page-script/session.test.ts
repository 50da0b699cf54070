// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { SIGNED_EVENT } from "../../../accounts/accounts/account-event";
import { followSession, showSession } from "./session";

const answer = vi.fn<() => object>();
const request = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer()))));
const signIn = () => (document.cookie = "logged=1; path=/");

followSession();
beforeEach(() => {
  vi.stubGlobal("fetch", request);
  request.mockClear();
  document.cookie = "logged=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT";
  delete document.documentElement.dataset.logged;
  document.body.innerHTML = `<p data-account-name></p><b data-unread-count></b>
    <a data-role-link="staff" hidden></a><a data-role-link="seller" hidden></a>`;
});

const header = () => ({
  name: document.querySelector("[data-account-name]")!.textContent,
  unread: document.querySelector("[data-unread-count]")!.textContent,
  links: [...document.querySelectorAll<HTMLElement>("[data-role-link]")].filter((link) => !link.hidden).length,
});

it("asks nothing for a visitor without an account", () => {
  showSession();
  expect([request.mock.calls.length, header()]).toEqual([0, { name: "", unread: "", links: 0 }]);
});

it("shows the name, the unread notices and the links of the role", async () => {
  signIn();
  answer.mockReturnValue({ account: { username: "ana", role: "admin" }, unread: 3 });
  showSession();
  await vi.waitFor(() => expect(header()).toEqual({ name: "ana", unread: "3", links: 2 }));
  expect(document.documentElement.dataset.logged).toBe("1");
});

it("follows a sign-in in another tab and tells the router", async () => {
  const signed = vi.fn();
  window.addEventListener(SIGNED_EVENT, signed);
  window.dispatchEvent(new Event("focus"));
  expect(signed).not.toHaveBeenCalled();
  signIn();
  answer.mockReturnValue({ account: { username: "bia", role: "user" } });
  window.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(header()).toEqual({ name: "bia", unread: "", links: 0 }));
  expect(signed).toHaveBeenCalledTimes(1);
});
