// Made by tools/contract.mjs from src/base/json/contract.def: edit that.
export const version = 1;
export const records = {
 "DocumentFacts": {
  "base": null,
  "keys": {
   "format": "string",
   "dialect": "string",
   "title": "string",
   "certainty": "Certainty",
   "basis": "string | null",
   "evidence": "string[]",
   "packed": "string | null",
   "size": "number",
   "properties": "{ [name: string]: string | number | boolean | null }",
   "property_facts": "{ [name: string]: PropertyFacts }",
   "tables": "TableFacts[]",
   "surfaces": "SurfaceInfo[]",
   "images": "ImageInfo[]"
  }
 },
 "DocumentInfo": {
  "base": "DocumentFacts",
  "keys": {
   "path": "? string",
   "answers": "? AnswerInfo[]",
   "lines": "LineInfo[]",
   "findings": "number"
  }
 },
 "AnswerInfo": {
  "base": null,
  "keys": {
   "name": "string",
   "meaning": "string"
  }
 },
 "PropertyFacts": {
  "base": null,
  "keys": {
   "unit": "string | null",
   "meaning": "string | null",
   "certainty": "Certainty",
   "label": "string | null",
   "text": "string"
  }
 },
 "ColumnInfo": {
  "base": null,
  "keys": {
   "name": "string",
   "type": "ColumnType",
   "unit": "string | null",
   "meaning": "string | null",
   "certainty": "Certainty",
   "nullable": "boolean",
   "hidden": "boolean",
   "role": "string | null",
   "frame": "string | null",
   "labels": "{ [value: string]: string } | null",
   "flags": "{ [value: string]: string } | null"
  }
 },
 "TableFacts": {
  "base": null,
  "keys": {
   "name": "string",
   "computed": "boolean",
   "meaning": "string | null",
   "rows": "number",
   "sorted_by": "string | null",
   "columns": "ColumnInfo[]"
  }
 },
 "LineInfo": {
  "base": null,
  "keys": {
   "name": "string",
   "points": "number",
   "closed": "boolean",
   "frame": "string",
   "certainty": "Certainty"
  }
 },
 "SurfaceInfo": {
  "base": null,
  "keys": {
   "name": "string",
   "vertices": "number",
   "triangles": "number",
   "frame": "string",
   "unit": "? string",
   "origin": "[number, number, number]",
   "certainty": "Certainty"
  }
 },
 "ImageInfo": {
  "base": null,
  "keys": {
   "name": "string",
   "width": "number",
   "height": "number",
   "storage": "string",
   "certainty": "Certainty"
  }
 },
 "Finding": {
  "base": null,
  "keys": {
   "severity": "Severity",
   "code": "string",
   "offset": "number | null",
   "where": "string",
   "message": "string"
  }
 },
 "FormatInfo": {
  "base": null,
  "keys": {
   "id": "string",
   "title": "string",
   "extensions": "string",
   "certainty": "Certainty",
   "basis": "string"
  }
 },
 "TargetInfo": {
  "base": null,
  "keys": {
   "id": "string",
   "title": "string",
   "extensions": "string",
   "frame": "string",
   "pictures": "boolean"
  }
 },
 "Manifest": {
  "base": null,
  "keys": {
   "version": "number",
   "producer": "string",
   "title": "string | null",
   "driver": "string | null",
   "documents": "EmbeddedDocument[]",
   "rulings": "? Ruling[]",
   "traces": "TraceGroup[]"
  }
 },
 "Ruling": {
  "base": null,
  "keys": {
   "driver": "string",
   "kind": "RulingKind",
   "value": "number | null",
   "lap": "number | null",
   "incident": "string | null",
   "file": "string | null",
   "reason": "string | null"
  }
 },
 "DocumentHead": {
  "base": "DocumentFacts",
  "keys": {
   "version": "number",
   "file": "string",
   "content_size": "number",
   "kind": "DocumentKind",
   "moves": "boolean",
   "track_name": "string | null",
   "findings": "Finding[]",
   "finding_count": "number",
   "verdict": "string",
   "tables": "TableInfo[]",
   "notes": "string[]"
  }
 },
 "TableInfo": {
  "base": "TableFacts",
  "keys": {
   "certainty": "Certainty",
   "embedded_rows": "number"
  }
 },
 "EmbeddedDocument": {
  "base": "DocumentHead",
  "keys": {
   "parts": "DocumentParts"
  }
 },
 "DocumentParts": {
  "base": null,
  "keys": {
   "tables": "number[]",
   "motion": "MotionInfo | null",
   "runs": "? number[]",
   "recorded": "? number",
   "marks": "? number",
   "track": "number | null",
   "scene": "number | null",
   "surfaces": "(number | null)[]",
   "images": "number[]",
   "bytes": "ByteStretch[]"
  }
 },
 "ByteStretch": {
  "base": null,
  "keys": {
   "first": "number",
   "count": "number",
   "block": "number",
   "layout": "number"
  }
 },
 "TraceGroup": {
  "base": null,
  "keys": {
   "block": "number",
   "laps": "TraceGroupLap[]"
  }
 },
 "TraceGroupLap": {
  "base": null,
  "keys": {
   "document": "number",
   "slot": "number",
   "lap": "number"
  }
 },
 "Vec3": {
  "base": null,
  "keys": {
   "x": "number",
   "y": "number",
   "z": "number"
  }
 },
 "MotionInfo": {
  "base": null,
  "keys": {
   "runs": "MotionRun[]",
   "origin": "Vec3",
   "start": "number",
   "end": "number",
   "rate": "number | null",
   "file_rate": "number | null",
   "channels": "string[]",
   "evidence": "string[]"
  }
 },
 "MotionRun": {
  "base": null,
  "keys": {
   "slot": "number",
   "driver": "string",
   "vehicle": "string",
   "samples": "number",
   "ranges": "TimeRange[]",
   "drivers": "RunDriver[]"
  }
 },
 "TimeRange": {
  "base": null,
  "keys": {
   "start": "number",
   "end": "number"
  }
 },
 "RunDriver": {
  "base": null,
  "keys": {
   "from": "number | null",
   "to": "number | null",
   "name": "string"
  }
 },
 "BlockHead": {
  "base": null,
  "keys": {
   "columns": "? BlockColumn[]"
  }
 },
 "BlockColumn": {
  "base": null,
  "keys": {
   "name": "string",
   "type": "ColumnType",
   "count": "number",
   "coding": "BlockCoding",
   "step": "? number",
   "origin": "? number",
   "divisor": "? number",
   "words": "? string[]",
   "missing": "boolean",
   "order": "? number",
   "bytes": "number"
  }
 },
 "FieldPlace": {
  "base": null,
  "keys": {
   "offset": "number",
   "size": "number",
   "record": "string",
   "index": "number",
   "field": "string",
   "value": "string",
   "unit": "string | null",
   "meaning": "string | null",
   "certainty": "Certainty"
  }
 },
 "TrackHead": {
  "base": null,
  "keys": {
   "closed": "boolean",
   "given": "boolean",
   "length": "number",
   "step": "number",
   "timing_lines": "TimingLine[]"
  }
 },
 "TimingLine": {
  "base": null,
  "keys": {
   "distance": "number | null",
   "x1": "number",
   "y1": "number",
   "x2": "number",
   "y2": "number"
  }
 },
 "MarksHead": {
  "base": null,
  "keys": {
   "note": "string | null"
  }
 },
 "RecordedHead": {
  "base": null,
  "keys": {
   "is_race": "boolean",
   "flag": "number | null",
   "sectors": "number",
   "is_official": "boolean",
   "is_beside": "boolean"
  }
 },
 "MeshHead": {
  "base": null,
  "keys": {
   "name": "string",
   "up": "UpAxis",
   "unit": "? string",
   "origin": "[number, number, number]",
   "shown": "number",
   "total": "number",
   "certainty": "Certainty",
   "groups": "MeshGroup[]",
   "palette": "? string[]"
  }
 },
 "MeshGroup": {
  "base": null,
  "keys": {
   "first": "number",
   "count": "number",
   "image": "number | null",
   "name": "string"
  }
 },
 "SceneHead": {
  "base": null,
  "keys": {
   "up": "UpAxis",
   "origin": "[number, number, number]",
   "missing": "string | null",
   "notes": "string[]",
   "materials": "Material[]",
   "meshes": "SceneMeshHead[]",
   "lines": "SceneLineHead[]"
  }
 },
 "Material": {
  "base": null,
  "keys": {
   "name": "string",
   "image": "number | null",
   "frames": "MaterialFrames | null",
   "colour": "[number, number, number]",
   "repeats": "boolean",
   "two_sided": "boolean",
   "prelit": "boolean"
  }
 },
 "MaterialFrames": {
  "base": null,
  "keys": {
   "images": "number[]",
   "interval": "number"
  }
 },
 "SceneMeshHead": {
  "base": null,
  "keys": {
   "name": "string",
   "kind": "string | null",
   "shared": "boolean",
   "has_coordinates": "boolean",
   "points": "number",
   "corners": "number",
   "runs": "MaterialRun[]"
  }
 },
 "MaterialRun": {
  "base": null,
  "keys": {
   "first": "number",
   "count": "number",
   "material": "number"
  }
 },
 "SceneLineHead": {
  "base": null,
  "keys": {
   "name": "string",
   "points": "number",
   "closed": "boolean",
   "upright": "boolean",
   "kinds": "LineKinds | null"
  }
 },
 "LineKinds": {
  "base": null,
  "keys": {
   "name": "string",
   "meaning": "string | null",
   "labels": "{ [value: string]: string }"
  }
 },
 "PictureHead": {
  "base": null,
  "keys": {
   "width": "number",
   "height": "number"
  }
 },
 "TraceHead": {
  "base": null,
  "keys": {
   "method": "CompareMethod",
   "length": "number",
   "step": "number",
   "laps": "TraceLapHead[]",
   "residual": "number | null",
   "references": "TraceReference[]"
  }
 },
 "TraceLapHead": {
  "base": null,
  "keys": {
   "driver": "string | null",
   "slot": "number",
   "lap": "number",
   "lap_time": "number | null",
   "delta": "number | null"
  }
 },
 "TraceReference": {
  "base": null,
  "keys": {
   "laps": "number[]",
   "sectors": "SectorPart[]",
   "corners": "CornerPart[]"
  }
 },
 "SectorPart": {
  "base": null,
  "keys": {
   "sector": "number",
   "start_distance": "number",
   "end_distance": "number",
   "time": "(number | null)[]",
   "delta": "(number | null)[]"
  }
 },
 "CornerPart": {
  "base": null,
  "keys": {
   "corner": "number",
   "last_corner": "number",
   "name": "string",
   "start_distance": "number",
   "apex_distance": "number | null",
   "end_distance": "number",
   "time": "(number | null)[]",
   "delta": "(number | null)[]",
   "minimum_speed": "(number | null)[]",
   "sentence": "(string | null)[]",
   "reason": "(string | null)[]"
  }
 }
};
export const unions = {
 "Certainty": "'unknown' | 'guessed' | 'likely' | 'confirmed'",
 "ColumnType": "'bool' | 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64' | 'float32' | 'float64' | 'text' | 'bytes'",
 "Severity": "'note' | 'warning' | 'error'",
 "DocumentKind": "'race' | 'lap' | 'surface' | 'track' | 'car' | 'picture' | 'other'",
 "RulingKind": "'time' | 'laps' | 'positions' | 'points' | 'disqualify' | 'lap_invalid' | 'lap_valid' | 'note'",
 "BlockCoding": "'steps' | 'exact' | 'words' | 'raw'",
 "UpAxis": "'y' | 'z'",
 "CompareMethod": "'ruler' | 'projection' | 'distance'"
};
