"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { isShown, pictureKey } from "@/lib/platform/media/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { PictureAddress } from "./picture-address";
import { PictureDrop } from "../../ui/picture-drop";
import { AltTextFields } from "./alt-text-fields";
import { MoveButtons, RemoveButton } from "./row-buttons";
import { MAX_GUIDE_PICTURES } from "@/lib/platform/supabase/database-constants/guide";

/** Pictures in display order, each with its alt text. */
export function GalleryInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records");
  const addresses = Array.isArray(value) ? (value as string[]) : [];
  const [typed, setTyped] = useState("");
  // Several uploads may end between two renders.
  const latest = useRef(addresses);
  useEffect(() => {
    latest.current = addresses;
  });
  const add = (path: string) => {
    latest.current = [...latest.current, path];
    onChange(latest.current);
  };
  const broken = Object.keys(errors).find((key) => key.startsWith(`${path}.`));
  const moved = (from: number, to: number) => addresses.toSpliced(from, 1).toSpliced(to, 0, addresses[from]!);
  return (
    <FieldFrame
      field={field}
      path={broken ?? path}
      errors={errors}
      note={t("image.count", { count: addresses.length, most: MAX_GUIDE_PICTURES })}
    >
      {(control) => (
        <div {...control} role="group" className="grid gap-3">
          <ol className="grid gap-3">
            {addresses.map((address, index) => (
              <li
                key={address}
                className="grid items-start gap-3 rounded-xl border border-line p-3 sm:grid-cols-[10rem_1fr_auto]"
              >
                {isShown(address) ? (
                  <img src={address} alt="" className="max-h-40 w-full rounded-lg object-contain" />
                ) : (
                  <p className="text-sm font-semibold">{t("image.external")}</p>
                )}
                {pictureKey(address) ? (
                  <AltTextFields path={address} />
                ) : (
                  <p className="wrap-anywhere text-sm text-muted">{address}</p>
                )}
                <span className="flex sm:grid">
                  <MoveButtons index={index} count={addresses.length} onMove={(to) => onChange(moved(index, to))} />
                  <RemoveButton index={index} onRemove={() => onChange(addresses.toSpliced(index, 1))} />
                </span>
              </li>
            ))}
          </ol>
          <PictureDrop room={MAX_GUIDE_PICTURES - addresses.length} onSent={add} />
          {addresses.length < MAX_GUIDE_PICTURES && (
            <PictureAddress
              value={typed}
              onChange={setTyped}
              onImported={(path) => {
                setTyped("");
                add(path);
              }}
            />
          )}
        </div>
      )}
    </FieldFrame>
  );
}
