/** A list in schema.org format, in the order shown; each entry is a page with name and address, or an `item`. */
export type ItemList = {
  "@type": "ItemList";
  name?: string;
  numberOfItems: number;
  itemListElement: readonly { "@type": "ListItem"; position: number }[];
};

export function itemList(entries: readonly object[], name?: string): ItemList {
  return {
    "@type": "ItemList",
    name,
    numberOfItems: entries.length,
    itemListElement: entries.map((entry, index) => ({ "@type": "ListItem", position: index + 1, ...entry })),
  };
}
