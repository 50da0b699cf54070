import { expect, it } from "vitest";
import { askedDraft } from "./place-draft";

it("askedDraft fills in the form of a business that its owner takes over", () => {
  expect(askedDraft("?lugar=Pousada+do+Sol&categoria=lodging&municipio=Len%C3%A7%C3%B3is")).toEqual({
    kind: "new",
    runs_place: "on",
    name: "Pousada do Sol",
    category_key: "lodging",
    city: "Lençóis",
  });
  expect(askedDraft("?categoria=lodging")).toBeNull();
});
