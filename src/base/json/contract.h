/* The keys of the JSON that the page and the packages read, from json/contract.def: PDK_KEY_OF(column, unit) is "unit".
 * A key that is not there does not compile. */
#ifndef PADDOCK_JSON_CONTRACT_H
#define PADDOCK_JSON_CONTRACT_H

typedef struct pdk_contract {
#define PDK_JSON_KEY(record, key, type, meaning) const char *record##_##key;
#include "json/contract.def"
} pdk_contract;

extern const pdk_contract pdk_contract_keys;

#define PDK_KEY_OF(record, key) (pdk_contract_keys.record##_##key)

enum {
#define PDK_JSON_VERSION(number) PDK_CONTRACT = (number)
#define PDK_JSON_KEY(record, key, type, meaning)
#include "json/contract.def"
};

#endif
