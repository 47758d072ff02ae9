// Modules of the page, built by tests/web/run.sh (units), and the shape of a column as tables have it.
export const built = name => import(new URL(`${name}.js`, `file://${process.env.PADDOCK_WEB_BUILT}/`));
export const column = (name, type, more = {}) => ({
    name, type, unit: null, meaning: null, certainty: 'confirmed', nullable: true, hidden: false, role: null, frame: null, labels: null, flags: null, ...more,
});
