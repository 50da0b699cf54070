"use client";

import { Trash2 } from "lucide";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { isShown } from "@/lib/platform/media/rules";
import { PictureAddress } from "../records/picture-address";
import { PictureDrop } from "../../ui/picture-drop";

type LogoFieldProps = { name: string; value: string; describedBy: string };

/** A logo in a settings form: uploaded, copied from another site or given by its address. */
export function LogoField({ name, value, describedBy }: LogoFieldProps) {
  const t = useTranslations("panel/records.image");
  const [address, setAddress] = useState(value);
  return (
    <div className="grid gap-3">
      {isShown(address) ? (
        <img
          src={address}
          alt=""
          className="h-28 w-fit max-w-full rounded-lg border border-line bg-raised object-contain p-2"
        />
      ) : (
        <PictureDrop onSent={setAddress} />
      )}
      <PictureAddress
        control={{ id: name, "aria-invalid": false, "aria-describedby": describedBy }}
        name={name}
        value={address}
        onChange={setAddress}
        onImported={setAddress}
      >
        {address && (
          <Button variant="outline" onClick={() => setAddress("")}>
            <Icon of={Trash2} /> {t("remove")}
          </Button>
        )}
      </PictureAddress>
    </div>
  );
}
