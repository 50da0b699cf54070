import { useId } from "react";
import { fill } from "@/components/ui/fill";
import { formatNumber } from "@/lib/platform/format";
import type { OfferedLine } from "@/lib/geo/travel-files/rules";
import { useImportTexts } from "./import-texts";

type Props = {
  legend: string;
  /** Null: no line, only the stops. */
  options: readonly (OfferedLine | null)[];
  chosen: OfferedLine | null;
  onChoose: (line: OfferedLine | null) => void;
  locale: string;
};

/** Which recording or planned route of a file becomes the line. */
export function LineChoice({ legend, options, chosen, onChoose, locale }: Props) {
  const texts = useImportTexts();
  const group = useId();
  const label = (one: OfferedLine | null) =>
    one
      ? fill(texts.lines[one.kind], {
          name: one.name,
          km: formatNumber(one.km, locale, { maximumFractionDigits: 1 }),
        })
      : texts.lines.none;
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{legend}</legend>
      {options.map((one, index) => (
        <label key={index} className="flex min-h-11 items-center gap-2">
          <input type="radio" name={group} checked={one === chosen} onChange={() => onChoose(one)} className="size-5" />
          {label(one)}
        </label>
      ))}
    </fieldset>
  );
}
