// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { buttonCode, eventFramePath, frameCode, stateFramePath } from "./rules";

/** The elements of a code; those of a template load nothing. */
function elementsOf(code: string): readonly Element[] {
  const template = document.createElement("template");
  template.innerHTML = code;
  return [...template.content.children];
}

it("addresses contain the id of an event or the letters of a state", () => {
  expect([eventFramePath("encontro-a"), stateFramePath("SC")]).toEqual([
    "/embed/evento/encontro-a",
    "/embed/eventos/sc",
  ]);
});

it("the code of the frame is one iframe, whatever the title contains", () => {
  const title = `Encontro "do João" & <script>alert(1)</script>`;
  const [frame, ...others] = elementsOf(frameCode({ url: "https://a.example/embed/evento/1?a=1&b=2", title }));
  expect(others).toEqual([]);
  expect(frame?.tagName).toBe("IFRAME");
  expect(frame?.getAttribute("title")).toBe(title);
  expect(frame?.getAttribute("src")).toBe("https://a.example/embed/evento/1?a=1&b=2");
});

it("the code of the button is one link to a new tab, which gets no access to the page of the code", () => {
  const [link, ...others] = elementsOf(buttonCode({ url: "https://a.example/e", label: "<b>Inscrições</b>" }));
  expect(others).toEqual([]);
  expect(["href", "target", "rel"].map((name) => link?.getAttribute(name))).toEqual([
    "https://a.example/e",
    "_blank",
    "noopener",
  ]);
  expect(link?.textContent).toBe("<b>Inscrições</b>");
});
