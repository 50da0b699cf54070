"use client";

import { Trash2 } from "lucide";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { isShown, pictureKey } from "@/lib/platform/media/rules";
import { FieldFrame, type FieldInputProps } from "./field-frame";
import { PictureAddress } from "./picture-address";
import { PictureDrop } from "../../ui/picture-drop";
import { AltTextFields } from "./alt-text-fields";

/** One picture: dropped, chosen or given by its address, with its alt text. */
export function ImageInput({ field, path, value, errors, onChange }: FieldInputProps) {
  const t = useTranslations("panel/records.image");
  const address = typeof value === "string" ? value : "";
  return (
    <FieldFrame field={field} path={path} errors={errors}>
      {(control) => (
        <div className="grid gap-3">
          {isShown(address) ? (
            <div className="grid items-start gap-3 sm:grid-cols-[16rem_1fr]">
              <img src={address} alt="" className="max-h-48 w-full rounded-lg border border-line object-contain" />
              {pictureKey(address) && <AltTextFields key={address} path={address} />}
            </div>
          ) : (
            <PictureDrop onSent={onChange} />
          )}
          <PictureAddress control={control} value={address} onChange={onChange} onImported={onChange}>
            {address && (
              <Button variant="outline" onClick={() => onChange(null)}>
                <Icon of={Trash2} /> {t("remove")}
              </Button>
            )}
          </PictureAddress>
        </div>
      )}
    </FieldFrame>
  );
}
