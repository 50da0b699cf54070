import { expect, it } from "vitest";
import { itemList } from "./item-list";

it("numbers the entries from 1 and counts them", () =>
  expect(JSON.stringify(itemList([{ name: "A", url: "/a" }, { item: { name: "B" } }], "Lista"))).toBe(
    JSON.stringify({
      "@type": "ItemList",
      name: "Lista",
      numberOfItems: 2,
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "A", url: "/a" },
        { "@type": "ListItem", position: 2, item: { name: "B" } },
      ],
    }),
  ));

it("has no name without one", () => expect(JSON.stringify(itemList([]))).not.toContain("name"));
