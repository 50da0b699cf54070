import { expect, it } from "vitest";
import { pageUrl, siteUrl } from "./site-url";

it("siteUrl is the site, and the address of a path on it", () => {
  expect(siteUrl()).toBe("http://localhost:3000");
  expect(siteUrl("/icons/icon-512.png")).toBe("http://localhost:3000/icons/icon-512.png");
});

it("pageUrl contains the language of the reader", () => {
  expect(pageUrl("pt-BR", "/home")).toBe("http://localhost:3000/home");
  expect(pageUrl("en-US", "/home")).toBe("http://localhost:3000/english/home");
});
