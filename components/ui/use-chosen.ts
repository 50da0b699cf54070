import { useState } from "react";

/** The chosen rows of a table; rows that are no longer shown do not count. */
export function useChosen(rows: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return {
    ids,
    isAll: ids.length === rows.length,
    isChosen: (id: string) => chosen.has(id),
    choose: (id: string, isOn: boolean) =>
      setChosen((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id))),
    chooseAll: (isOn: boolean) => setChosen(new Set(isOn ? rows.map(({ id }) => id) : [])),
  };
}
