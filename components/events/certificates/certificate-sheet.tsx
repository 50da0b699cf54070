import type { KeyboardEvent, PointerEvent } from "react";
import { cn } from "@/components/ui/cn";
import {
  fieldText,
  fittedSize,
  PAGE,
  type CertificateField,
  type PrintedValues,
} from "@/lib/events/certificates/rules";
import styles from "./certificate-sheet.module.css";

type SheetProps = {
  fields: readonly CertificateField[];
  values: PrintedValues;
  background: string | null;
  selected: string | null;
  labelOf: (field: CertificateField) => string;
  onSelect: (id: string) => void;
  onPointerDown: (id: string, event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (id: string, event: KeyboardEvent<HTMLElement>) => void;
};

/** The page as it is printed: sizes are relative to the width of the sheet, so that it is the same at every width. */
export function CertificateSheet({ fields, values, background, selected, labelOf, ...handlers }: SheetProps) {
  return (
    <div className={styles.sheet} data-sheet>
      {background ? <img src={background} alt="" className={styles.background} /> : <div className={styles.frame} />}
      {fields.map((field) => {
        const text = fieldText(field, values);
        return (
          <button
            key={field.id}
            type="button"
            aria-label={labelOf(field)}
            aria-pressed={selected === field.id}
            onClick={() => handlers.onSelect(field.id)}
            onPointerDown={(event) => handlers.onPointerDown(field.id, event)}
            onKeyDown={(event) => handlers.onKeyDown(field.id, event)}
            className={cn(styles.field, field.bold && styles.bold, field.kind === "signature" && styles.signature)}
            style={{
              left: `${field.x}%`,
              top: `${field.y}%`,
              width: `${field.width}%`,
              fontSize: `${(fittedSize(field, text) / PAGE.width) * 100}cqw`,
              textAlign: field.align,
            }}
          >
            {field.kind === "qr" ? <span className={styles.qr} /> : text || "…"}
          </button>
        );
      })}
    </div>
  );
}
