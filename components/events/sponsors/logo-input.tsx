"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PictureDrop } from "@/components/ui/picture-drop";
import { eventFileUrl } from "@/lib/platform/media/rules";

type Props = { path: string; label: string; removeLabel: string };

/** The logo of a sponsor: uploaded at once, the form contains its name only. */
export function LogoInput({ path: stored, label, removeLabel }: Props) {
  const [path, setPath] = useState(stored);
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <span className="text-sm text-muted">{label}</span>
      <input type="hidden" name="logo_path" value={path} readOnly />
      {path ? (
        <>
          <img
            src={eventFileUrl(path)}
            alt={label}
            className="h-16 w-fit max-w-full rounded bg-raised object-contain"
          />
          <Button type="button" variant="outline" className="w-fit" onClick={() => setPath("")}>
            {removeLabel}
          </Button>
        </>
      ) : (
        <PictureDrop to="/api/event-posters" onSent={setPath} />
      )}
    </div>
  );
}
