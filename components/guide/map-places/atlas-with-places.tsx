"use client";

import type { ComponentProps } from "react";
import { Atlas } from "@/components/geo/map/atlas/atlas";
import { loadPlaceLayer } from "./place-layers";

type Props = Omit<ComponentProps<typeof Atlas>, "loadFileLayer">;

/** The full-page map with the layers of map places. */
export const AtlasWithPlaces = (props: Props) => <Atlas {...props} loadFileLayer={loadPlaceLayer} />;
