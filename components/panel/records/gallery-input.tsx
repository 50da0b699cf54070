"use client";

import { ArrowDown, ArrowUp, Trash2 } from "lucide";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { isShown, pictureKey } from "@/lib/platform/media/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { PictureAddress } from "./picture-address";
import { PictureDrop } from "../../ui/picture-drop";
import { AltTextFields } from "./alt-text-fields";
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
                  {(
                    [
                      [ArrowUp, "up", index - 1, index === 0],
                      [ArrowDown, "down", index + 1, index === addresses.length - 1],
                    ] as const
                  ).map(([icon, name, to, isOff]) => (
                    <button
                      key={name}
                      type="button"
                      disabled={isOff}
                      onClick={() => onChange(moved(index, to))}
                      className="grid size-11 place-items-center rounded-lg hover:bg-raised disabled:opacity-30"
                    >
                      <Icon of={icon} className="size-5" label={t(`rows.${name}`, { place: index + 1 })} />
                    </button>
                  ))}
                  <button
                    type="button"
                    onClick={() => onChange(addresses.toSpliced(index, 1))}
                    className="grid size-11 place-items-center rounded-lg text-danger hover:bg-raised"
                  >
                    <Icon of={Trash2} className="size-5" label={t("rows.remove", { place: index + 1 })} />
                  </button>
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
