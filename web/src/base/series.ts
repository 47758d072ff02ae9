// Made by tools/contract.mjs from src/picture/plot/series.def: edit that.
export const series = {
    light: ['#0072b2', '#d55e00', '#009e73', '#ba77ab', '#000000', '#78002d', '#2d2d87', '#9600ff'],
    dark: ['#e69f00', '#56b4e9', '#009e73', '#cc79a7', '#d55e00', '#ffffc3', '#78ff2d', '#a52fc3'],
};
